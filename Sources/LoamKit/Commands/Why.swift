/// Why, where a code or a state does not say it: a word, and what its sentence names and measures.
///
/// Whoever shows it puts it into the reader's language; ``Word`` says each sentence in English.
public struct Why: DocumentPart {
  /// Which.
  public var word: Word
  /// The interlock or supply, as people call it.
  public var name: String?
  /// The valve.
  public var valve: SubjectName?
  /// Whose doing it is.
  public var by: DeviceName?
  /// What ``asked``, ``used`` and ``most`` are measured in.
  public var unit: Unit?
  /// What was asked for.
  public var asked: Double?
  /// What was used already.
  public var used: Double?
  /// What is allowed.
  public var most: Double?
  /// When it is over.
  public var until: EpochSeconds?

  /// A unit of figures.
  public enum Unit: String, OpenChoice {
    /// Seconds.
    case seconds = "s"
    /// Litres.
    case litres = "l"
    /// What an unknown word is read as.
    public static var unknownWord: Self { .seconds }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    word = f.required("word", \.word, .word)
    name = f.optional("name", \.name, .text(1...64))
    valve = f.optional("valve", \.valve, .name())
    by = f.optional("by", \.by, .name())
    unit = f.optional("unit", \.unit, .word)
    asked = f.optional("asked", \.asked, .number())
    used = f.optional("used", \.used, .number())
    most = f.optional("most", \.most, .number())
    until = f.optional("until", \.until, .time)
  }

  /// A reason.
  public init(
    _ word: Word, name: String? = nil, valve: SubjectName? = nil, by: DeviceName? = nil, unit: Unit? = nil,
    asked: Double? = nil, used: Double? = nil, most: Double? = nil, until: EpochSeconds? = nil
  ) {
    self.word = word
    self.name = name
    self.valve = valve
    self.by = by
    self.unit = unit
    self.asked = asked
    self.used = used
    self.most = most
    self.until = until
  }
}

extension Why {
  /// What the reason is.
  public enum Word: String, OpenChoice {
    /// The plant has no valve.
    case noValve = "no_valve"
    /// There is no valve of that name.
    case unknownValve = "unknown_valve"
    /// A watering is running already.
    case running
    /// The valve is being closed and is not proved closed yet.
    case closing
    /// Too short, or more than the plant's `duration_max` or `litres_max` allows.
    case amount
    /// No meter measures the litres of the valve.
    case noMeter = "no_meter"
    /// The bridge's clock is not set yet.
    case clock
    /// The bridge cannot write to its disk.
    case disk
    /// Another bridge is in charge of the broker.
    case otherBridge = "other_bridge"
    /// There is an emergency stop; ``Why/by`` made it.
    case emergencyStop = "emergency_stop"
    /// The valve is locked for maintenance; without ``Why/by``: by the configuration.
    case maintenance
    /// ``Why/asked`` is longer than the valve's longest run, ``Why/most``.
    case runMax = "run_max"
    /// ``Why/asked`` is more than the valve may give in a run, ``Why/most``.
    case runLitres = "run_litres"
    /// ``Why/valve`` uses the supply ``Why/name``.
    case supply
    /// ``Why/valve``, on the supply ``Why/name``, is not proved closed.
    case supplyClosing = "supply_closing"
    /// The master valve ``Why/valve`` did not open.
    case master
    /// The valve pauses ``Why/until`` then.
    case pause
    /// The valve was open ``Why/used`` of ``Why/most`` today, and ``Why/asked`` is more than is left.
    case dayMax = "day_max"
    /// The valve gave ``Why/used`` of ``Why/most`` today.
    case dayLitres = "day_litres"
    /// The valve has its quiet hours.
    case quietHours = "quiet_hours"
    /// It would reach into the valve's quiet hours.
    case quietHoursAhead = "quiet_hours_ahead"
    /// The interlock ``Why/name`` blocks.
    case interlock
    /// The interlock ``Why/name`` has cleared and blocks ``Why/until`` then.
    case interlockLingers = "interlock_lingers"
    /// Nobody knows how the interlock ``Why/name`` stands.
    case interlockUnknown = "interlock_unknown"
    /// Rain is expected; the rule waits for it, at most ``Why/until`` then.
    case rain
    /// The plant does not ask for water any more.
    case notAsking = "not_asking"
    /// A countdown lasts 1 s to 12 h.
    case countdownLength = "countdown_length"
    /// A countdown is running already.
    case countdownRunning = "countdown_running"
    /// No countdown is running.
    case noCountdown = "no_countdown"
    /// The countdown began after the command was sent.
    case countdownNewer = "countdown_newer"
    /// There is no such activity.
    case noActivity = "no_activity"
    /// There is no emergency stop; ``Why/valve`` is locked.
    case notStopped = "not_stopped"
    /// The valve was not locked.
    case notLocked = "not_locked"
    /// The bridge is looking up other questions.
    case questions
    /// The history cannot be read just now.
    case history
    /// Another reason, of a newer bridge.
    case other

    /// What an unknown word is read as.
    public static var unknownWord: Self { .other }
  }
}

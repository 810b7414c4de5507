/// Why nothing was done, or why a run ended: a word, and what its sentence names and measures.
///
/// Whoever shows it puts it into the reader's language; a log has the word and the figures.
package struct Reason: Sendable, Hashable, Codable {
  package enum Word: String, Sendable, Hashable, Codable, CaseIterable {
    /// The plant has no valve.
    case noValve = "no_valve"
    /// No valve has that name.
    case unknownValve = "unknown_valve"
    /// The valve, or the plant, has a run.
    case running
    /// The valve's last run is over and not proved closed, or it is open without one: it is being closed.
    case closing
    /// Shorter than a second, longer than the plant's `duration_max` or the life of an activity, or more than its `litres_max`.
    case amount
    /// Litres were asked for, or are limited, and nothing measures them.
    case noMeter = "no_meter"
    /// The wall clock is not believable: the end could not be kept across a restart.
    case clock
    /// The store cannot write the lease.
    case disk
    /// Another bridge is in charge.
    case otherBridge = "other_bridge"

    case emergencyStop = "emergency_stop"
    /// Somebody, or the configuration, locked the valve.
    case maintenance
    /// Longer than the valve's `run_max`.
    case runMax = "run_max"
    /// More than the valve's `run_litres`.
    case runLitres = "run_litres"
    /// Another valve has the supply.
    case supply
    /// Another valve had the supply, and is not proved closed.
    case supplyClosing = "supply_closing"
    /// The master valve did not report open, or a new configuration drops it.
    case master
    /// The valve's `pause_min` is not over.
    case pause
    case dayMax = "day_max"
    case dayLitres = "day_litres"
    case quietHours = "quiet_hours"
    /// It would reach into the valve's quiet hours.
    case quietHoursAhead = "quiet_hours_ahead"
    case interlock
    /// It has cleared, and blocks for a while yet.
    case interlockLingers = "interlock_lingers"
    case interlockUnknown = "interlock_unknown"

    /// Rain is expected, and the plant waits for it.
    case rain

    /// The plant does not ask for water any more.
    case notAsking = "not_asking"
    /// A countdown lasts 1 s to 12 h.
    case countdownLength = "countdown_length"
    /// A countdown is on.
    case countdownRunning = "countdown_running"
    case noCountdown = "no_countdown"
    /// The countdown began after the command was sent.
    case countdownNewer = "countdown_newer"
    case noActivity = "no_activity"
    /// No emergency stop is on.
    case notStopped = "not_stopped"
    case notLocked = "not_locked"
    /// Other questions are being looked up.
    case questions
    /// The history cannot be read just now.
    case history
  }

  package var word: Word
  /// An interlock or a supply, as people call it.
  package var name: String?
  /// An interlock's or a supply's id, for the log of leases.
  package var id: String?
  package var valve: String?
  package var by: DeviceID?
  /// Litres for the two words that say so, else seconds.
  package var asked: Double?
  package var used: Double?
  package var most: Double?
  /// Of a word that may mean both.
  package var areLitres: Bool?
  /// When it is over.
  package var until: Timestamp?

  package init(
    _ word: Word, name: String? = nil, id: String? = nil, valve: String? = nil, by: DeviceID? = nil,
    asked: Double? = nil, used: Double? = nil, most: Double? = nil, areLitres: Bool? = nil,
    until: Timestamp? = nil
  ) {
    self.word = word
    self.name = name
    self.id = id ?? name
    self.valve = valve
    self.by = by
    self.asked = asked
    self.used = used
    self.most = most
    self.areLitres = areLitres
    // Who comes back when it is over must not be too early.
    self.until = until.map { Timestamp(seconds: $0.seconds + 1) }
  }

  /// Whether `asked`, `used` and `most` are litres.
  package var isInLitres: Bool { word == .runLitres || word == .dayLitres || areLitres == true }

  /// What it says of a run that it broke off, where no person did.
  var interruption: Interruption {
    switch word {
    case .emergencyStop: .emergencyStop
    case .maintenance: .maintenance
    case .quietHours, .quietHoursAhead: .quietHours
    case .master: .master
    default: .interlock
    }
  }

  /// What keeps a run, in one word: `day_max`, or the interlock's own id.
  var shortName: String { id ?? word.rawValue }

  package var code: Outcome.Code {
    switch word {
    case .running, .closing, .supply, .supplyClosing, .countdownRunning, .questions: .busy
    case .amount, .runMax, .runLitres, .countdownLength: .outOfRange
    case .notAsking, .countdownNewer, .noActivity: .stale
    case .noCountdown, .notStopped, .notLocked: .alreadyDone
    default: .refused
    }
  }
}

extension Reason: CustomStringConvertible {
  /// For logs: `day_max (asked 600 s, used 1200 s, most 1800 s)`.
  package var description: String {
    let unit = isInLitres ? "l" : "s"
    let figures = [("asked", asked), ("used", used), ("most", most)].compactMap { name, value in
      value.map { "\(name) \($0.tenths) \(unit)" }
    }
    let names = [word.rawValue, id, valve, by.map { "by \($0)" }].compactMap(\.self)
    return names.joined(separator: " ") + (figures.isEmpty ? "" : " (\(figures.joined(separator: ", ")))")
  }
}

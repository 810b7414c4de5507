/// A relay that the bridge heats with (`state/heater/<heater>`, retained; emptied when the config drops it).
public struct HeaterState: DatedDocument {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "heater-state", at: "state/heater/<heater>", upTo: DocumentLimits.small)

  /// Equal to the topic's level.
  public var id: SubjectName
  /// What people call it, 1 to 64 characters.
  public var name: String
  /// The place that it keeps warm.
  public var place: SubjectName?
  /// What the relay does.
  public var state: State
  /// Why.
  public var reason: Reason
  /// °C asked for.
  public var setpoint: Double
  /// The slider that moves `setpoint`.
  public var control: ControlName
  /// The hard end of the present run.
  public var ends: EpochSeconds?
  /// What is wrong with it.
  public var trouble: Trouble?
  /// When one of these last changed.
  public var ts: EpochSeconds

  /// What a relay does.
  public enum State: String, OpenChoice {
    /// Proved off.
    case off
    /// Told to switch on; its own report is awaited.
    case switchingOn = "switching_on"
    /// Heats.
    case on
    /// Told to switch off; not proved yet.
    case switchingOff = "switching_off"
    /// What an unknown word is read as.
    public static var unknownWord: Self { .switchingOff }
  }

  /// Why a relay does what it does.
  public enum Reason: String, OpenChoice {
    /// Warm enough.
    case warm
    /// Too cold.
    case cold
    /// Too cold, but the pause between two runs is not over.
    case pausing
    /// Warm enough, but it has not been on for its least time.
    case lingering
    /// Nobody knows how warm it is: it stays off.
    case blind
    /// Emergency stop or maintenance.
    case held
    /// Too cold, but the relay has not proved that it is off.
    case unproved
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unproved }
  }

  /// What is wrong with a heater.
  public enum Trouble: String, OpenChoice {
    /// It may still be heating: somebody must pull the plug.
    case stuckOn = "stuck_on"
    /// It does not answer.
    case didNotSwitchOn = "did_not_switch_on"
    /// The temperature is unknown.
    case blind
    /// It heats, and nothing gets warmer.
    case noEffect = "no_effect"
    /// What an unknown word is read as.
    public static var unknownWord: Self { .stuckOn }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    name = f.required("name", \.name, .text(1...64))
    place = f.optional("place", \.place, .name())
    state = f.required("state", \.state, .word)
    reason = f.required("reason", \.reason, .word)
    setpoint = f.required("setpoint", \.setpoint, .number())
    control = f.required("control", \.control, .name())
    ends = f.optional("ends", \.ends, .time)
    trouble = f.optional("trouble", \.trouble, .word)
    ts = f.required("ts", \.ts, .time)
    clock = f.optional("clock", \.clock, .word)
  }

  /// A heater.
  public init(
    id: SubjectName, name: String, place: SubjectName?, state: State, reason: Reason, setpoint: Double,
    control: ControlName, ends: EpochSeconds?, trouble: Trouble?, ts: EpochSeconds
  ) {
    self.id = id
    self.name = name
    self.place = place
    self.state = state
    self.reason = reason
    self.setpoint = setpoint
    self.control = control
    self.ends = ends
    self.trouble = trouble
    self.ts = ts
  }
}

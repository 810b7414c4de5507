/// A value that people can move (`state/control/<control>`, retained).
public struct ControlState: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }
  /// A slider with more steps is not published.
  public static let stepsMax = 10_000.0

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// Equal to the topic's level.
  public var id: ControlName
  /// The plant whose limit it is.
  public var plant: SubjectName?
  /// The place that its device keeps in range.
  public var place: SubjectName?
  /// What it sets, in the site's language, 1 to 64 characters.
  public var title: String
  /// Whose name to show beside it: the plant's or the device's.
  public var name: String?
  /// What moving it does.
  public var kind: Kind
  /// `slider`.
  public var widget: String
  /// `%` or `°C`.
  public var unit: String
  /// Least value.
  public var min: Double
  /// Greatest value.
  public var max: Double
  /// Grid, counted from `min`.
  public var step: Double
  /// In force now; absent until the device has said.
  public var value: Double?
  /// What was asked for, while it is not settled.
  public var requested: Double?
  /// How far the last move came.
  public var phase: Phase
  /// Who asked.
  public var by: DeviceName?
  /// Why it was rejected, ≤ 120 characters.
  public var reason: String?
  /// The last move, where it was turned down at once: a slider that still stands there goes back to `value`.
  public var refused: Refused?
  /// Rises with each change of `value`; a move names the one it saw.
  public var rev: Int
  /// When it changed.
  public var ts: EpochSeconds
  /// Who may move it; a word that nobody knows asks for the highest role.
  public var role: String

  /// What moving a control does.
  public enum Kind: String, OpenChoice {
    /// Moves a limit: the evaluation follows at once.
    case setpoint
    /// Commands a device: its own report is waited for. A surface should ask for authentication.
    case actuator
    /// What an unknown word is read as.
    public static var unknownWord: Self { .actuator }
  }

  /// How far the last move came.
  public enum Phase: String, OpenChoice {
    /// Nothing is under way; after a move: applied.
    case settled
    /// Taken; not handed to the device yet.
    case requested
    /// Handed to the device; its own report is waited for.
    case accepted
    /// The device said no, or reported another value; `value` is the old one.
    case rejected
    /// The device said nothing in time; `value` is the old one.
    case noAnswer = "no_answer"
    /// What an unknown word is read as.
    public static var unknownWord: Self { .settled }
  }

  /// A move that changed nothing.
  public struct Refused: Codable, Sendable, Hashable {
    /// ``AckCode/outOfRange``, ``AckCode/offStep`` or ``AckCode/conflict``.
    public var code: AckCode
    /// What was asked for; absent where it is beyond all sense.
    public var value: Double?
    /// Who asked.
    public var by: DeviceName?
    /// When.
    public var ts: EpochSeconds

    /// A move that changed nothing.
    public init(code: AckCode, value: Double?, by: DeviceName?, ts: EpochSeconds) {
      self.code = code
      self.value = value
      self.by = by
      self.ts = ts
    }
  }

  /// A control.
  public init(
    id: ControlName, plant: SubjectName?, place: SubjectName?, title: String, name: String?, kind: Kind,
    unit: String, range: ClosedRange<Double>, step: Double, value: Double?, requested: Double? = nil,
    phase: Phase = .settled, by: DeviceName? = nil, reason: String? = nil, rev: Int, ts: EpochSeconds,
    role: String, refused: Refused? = nil
  ) {
    self.id = id
    self.plant = plant
    self.place = place
    self.title = title
    self.name = name
    self.kind = kind
    self.widget = "slider"
    self.unit = unit
    self.min = range.lowerBound
    self.max = range.upperBound
    self.step = step
    self.value = value
    self.requested = requested
    self.phase = phase
    self.by = by
    self.reason = reason
    self.refused = refused
    self.rev = rev
    self.ts = ts
    self.role = role
  }

  /// A range, a grid of at most 10 000 steps, a value within.
  public func check() throws(DocumentError) {
    try Rule.text(title, 1...64, at: "/title")
    try Rule.text(name, 1...64, at: "/name")
    try Rule.text(unit, 1...8, at: "/unit")
    try Rule.text(widget, 1...16, at: "/widget")
    try Rule.text(reason, 1...120, at: "/reason")
    try Rule.text(role, 1...16, at: "/role")
    try Rule.integer(rev, Rule.counts, at: "/rev")
    try Self.checkGrid(min: min, max: max, step: step, value: value, at: "")
    try Rule.number(requested, min...max, at: "/requested")
    try Rule.number(refused?.value, -1e9...1e9, at: "/refused/value")
  }

  static func checkGrid(
    min: Double, max: Double, step: Double, value: Double?, at pointer: String
  ) throws(DocumentError) {
    try Rule.number(min, -1e9...1e9, at: pointer + "/min")
    try Rule.number(max, -1e9...1e9, at: pointer + "/max")
    try Rule.that(min < max, at: pointer + "/max", "not above min")
    try Rule.that(step > 0 && (max - min) / step <= stepsMax, at: pointer + "/step", "not 1 to 10000 steps")
    try Rule.number(value, min...max, at: pointer + "/value")
  }
}

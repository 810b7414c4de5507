/// A value that people can move (`state/control/<control>`, retained).
public struct ControlState: DatedDocument {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "control-state", at: "state/control/<control>", upTo: DocumentLimits.small)
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
  /// What was asked for, while it is not settled, and where the device did not take it.
  public var requested: Double?
  /// How far the last move came.
  public var phase: Phase
  /// Who asked.
  public var by: DeviceName?
  /// The last move, where it was turned down at once: a slider that still stands there goes back to `value`.
  public var refused: Refused?
  /// Rises with each change of `value`; a move names the one it saw.
  public var rev: Int
  /// When it changed.
  public var ts: EpochSeconds
  /// Role that may move it. An unknown word stands for the highest role.
  public var role: DeviceContext.Role

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
  public struct Refused: DocumentPart {
    /// ``AckCode/outOfRange``, ``AckCode/offStep`` or ``AckCode/conflict``.
    public var code: AckCode
    /// What was asked for; absent where it is beyond all sense.
    public var value: Double?
    /// Who asked.
    public var by: DeviceName?
    /// When.
    public var ts: EpochSeconds

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      code = f.required("code", \.code, .word)
      value = f.optional("value", \.value, .number())
      by = f.optional("by", \.by, .name())
      ts = f.required("ts", \.ts, .time)
    }

    /// A move that changed nothing.
    public init(code: AckCode, value: Double?, by: DeviceName?, ts: EpochSeconds) {
      self.code = code
      self.value = value
      self.by = by
      self.ts = ts
    }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    plant = f.optional("plant", \.plant, .name())
    place = f.optional("place", \.place, .name())
    title = f.required("title", \.title, .text(1...64))
    name = f.optional("name", \.name, .text(1...64))
    kind = f.required("kind", \.kind, .word)
    widget = f.required("widget", \.widget, .text(1...16))
    unit = f.required("unit", \.unit, .text(1...8))
    min = f.required("min", \.min, .number())
    max = f.required("max", \.max, .number())
    step = f.required("step", \.step, .positive)
    value = f.optional("value", \.value, .number())
    requested = f.optional("requested", \.requested, .number())
    phase = f.required("phase", \.phase, .word)
    by = f.optional("by", \.by, .name())
    refused = f.optional("refused", \.refused, .part)
    rev = f.required("rev", \.rev, .count)
    ts = f.required("ts", \.ts, .time)
    role = f.required("role", \.role, .word(unknown: .operator))
    for rule in SliderGrid.rules(of: "value", "requested") { f.rule(rule) }
    clock = f.optional("clock", \.clock, .word)
  }

  /// A control.
  public init(
    id: ControlName, plant: SubjectName?, place: SubjectName?, title: String, name: String?, kind: Kind,
    unit: String, range: ClosedRange<Double>, step: Double, value: Double?, requested: Double? = nil,
    phase: Phase = .settled, by: DeviceName? = nil, rev: Int, ts: EpochSeconds,
    role: DeviceContext.Role, refused: Refused? = nil
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
    self.refused = refused
    self.rev = rev
    self.ts = ts
    self.role = role
  }
}

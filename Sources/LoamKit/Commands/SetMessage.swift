/// A slider was let go (`d/<device>/up/set`).
public struct SetMessage: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "set", at: "d/D/up/set", upTo: DocumentLimits.small)

  /// New for each move; a resend keeps it.
  public var id: MessageID
  /// Which control.
  public var control: ControlName
  /// Where the slider was let go, in `unit`.
  public var value: Double
  /// The unit of the control's definition; nothing is converted.
  public var unit: String
  /// The revision that the slider showed; `nil` moves it whatever it shows.
  public var base: Int?
  /// When the person let go, by the device's clock.
  public var at: EpochSeconds
  /// After it the message must not act.
  public var exp: EpochSeconds?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    control = f.required("control", \.control, .name())
    value = f.required("value", \.value, .number(-1e12...1e12))
    unit = f.required("unit", \.unit, .text(1...8))
    base = f.optional("base", \.base, .count)
    at = f.required("at", \.at, .time)
    exp = f.optional("exp", \.exp, .time)
  }

  /// A move of a slider.
  public init(
    id: MessageID, control: ControlName, value: Double, unit: String, base: Int?, at: EpochSeconds,
    exp: EpochSeconds? = nil
  ) {
    self.id = id
    self.control = control
    self.value = value
    self.unit = unit
    self.base = base
    self.at = at
    self.exp = exp
  }
}

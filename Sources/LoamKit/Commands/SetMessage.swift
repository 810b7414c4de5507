/// A slider was let go (`d/<device>/up/set`).
public struct SetMessage: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
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

  /// A finite value, a unit of 1 to 8 characters. Range and grid are the control's; the bridge checks them.
  public func check() throws(DocumentError) {
    try Rule.number(value, -1e12...1e12, at: "/value")
    try Rule.text(unit, 1...8, at: "/unit")
    try Rule.integer(base, Rule.counts, at: "/base")
  }
}

/// Everything a slider inside a notification is drawn from; nothing has to be fetched.
public struct Slider: Codable, Sendable, Hashable {
  /// The control it moves.
  public var id: ControlName
  /// What it sets, 1 to 64 characters.
  public var title: String
  /// Unit of all numbers here and of the answer.
  public var unit: String
  /// `°F` where the person reads Fahrenheit: show converted, answer in `unit`.
  public var displayUnit: String?
  /// Least value.
  public var min: Double
  /// Greatest value.
  public var max: Double
  /// Grid, counted from `min`.
  public var step: Double
  /// In force now; `nil` where the device has not said.
  public var value: Double?
  /// What the answer gives as `base`.
  public var rev: Int
  /// Where the answer goes.
  public var topic: String
  /// No answer is taken after it.
  public var until: EpochSeconds

  enum CodingKeys: String, CodingKey {
    case id, title, unit
    case displayUnit = "display_unit"
    case min, max, step, value, rev, topic, until
  }

  /// A slider.
  public init(
    id: ControlName, title: String, unit: String, displayUnit: String? = nil, range: ClosedRange<Double>,
    step: Double, value: Double?, rev: Int, topic: String, until: EpochSeconds
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.displayUnit = displayUnit
    self.min = range.lowerBound
    self.max = range.upperBound
    self.step = step
    self.value = value
    self.rev = rev
    self.topic = topic
    self.until = until
  }

  func check(at pointer: String) throws(DocumentError) {
    try Rule.text(title, 1...64, at: pointer + "/title")
    try Rule.text(unit, 1...8, at: pointer + "/unit")
    try Rule.text(displayUnit, 1...8, at: pointer + "/display_unit")
    try Rule.text(topic, 1...256, at: pointer + "/topic")
    try Rule.integer(rev, Rule.counts, at: pointer + "/rev")
    try ControlState.checkGrid(min: min, max: max, step: step, value: value, at: pointer)
  }
}

/// Everything a slider inside a notification is drawn from; nothing has to be fetched.
public struct Slider: DocumentPart {
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

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    id = f.required("id", \.id, .name())
    title = f.required("title", \.title, .text(1...64))
    unit = f.required("unit", \.unit, .text(1...8))
    displayUnit = f.optional("display_unit", \.displayUnit, .text(1...8))
    min = f.required("min", \.min, .number())
    max = f.required("max", \.max, .number())
    step = f.required("step", \.step, .positive)
    value = f.optional("value", \.value, .number())
    rev = f.required("rev", \.rev, .count)
    topic = f.required("topic", \.topic, .text(1...256))
    until = f.required("until", \.until, .time)
    for rule in SliderGrid.rules(of: "value") { f.rule(rule) }
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
}

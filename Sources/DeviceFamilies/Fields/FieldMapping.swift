package import GardenCore
import PayloadJSON

/// Where a quantity stands in a message and what its number means.
package struct FieldMapping: Sendable, Hashable {
  package var quantity: Quantity
  package var path: FieldPath
  package var unit: FieldUnit
  /// From the number as it stands, in ``unit``, to the quantity's unit.
  package var calibration: Calibration?
  /// Numbers that mean "no value" (sentinels).
  package var noValue: [Double]
  /// What few fields need.
  package var rules: FieldRules? {
    get { rare.first }
    set { rare = newValue.map { [$0] } ?? [] }
  }
  /// At most one. In place: a garden has a dozen fields for each of its sensors, and rules are large.
  private var rare: [FieldRules]

  package init(
    quantity: Quantity, path: FieldPath, unit: FieldUnit = .canonical, calibration: Calibration? = nil,
    noValue: [Double] = [], rules: FieldRules? = nil
  ) {
    self.quantity = quantity
    self.path = path
    self.unit = unit
    self.calibration = calibration
    self.noValue = noValue
    rare = rules.map { [$0] } ?? []
  }
}

/// Conditions and bounds of one field. Paths start where the field's own path does.
package struct FieldRules: Sendable, Hashable {
  /// The topic on which this field comes, where the sensor has several.
  package var topic: String?
  /// All must hold, or the field counts as absent.
  package var when: [FieldMatch]
  /// Where the message names the unit; `unit` where it does not.
  package var unitPath: FieldPath?
  /// What stands at the field and means "no value": words and comparisons. Its path is empty.
  package var noValue: FieldMatch?
  /// Any of them: the field has no value.
  package var noValueWhen: [FieldMatch]
  /// Numbers of the message, before calibration; others are refused.
  package var validRaw: ClosedRange<Double>?
  /// Values in the quantity's unit; others are refused.
  package var valid: ClosedRange<Double>?
  /// A battery that says only whether it is low: what stands there then. Its path is empty.
  package var low: FieldMatch?
  /// And what stands there if it is not; `nil`: anything else.
  package var fine: FieldMatch?
  /// What words, flags or comparisons mean, in the quantity's unit; then nothing else is read there. Empty: numbers are.
  package var words: [FieldMeaning] = []

  package init(
    topic: String? = nil, when: [FieldMatch] = [], unitPath: FieldPath? = nil, noValue: FieldMatch? = nil,
    noValueWhen: [FieldMatch] = [], validRaw: ClosedRange<Double>? = nil,
    valid: ClosedRange<Double>? = nil, low: FieldMatch? = nil, fine: FieldMatch? = nil,
    words: [FieldMeaning] = []
  ) {
    self.topic = topic
    self.when = when
    self.unitPath = unitPath
    self.noValue = noValue
    self.noValueWhen = noValueWhen
    self.validRaw = validRaw
    self.valid = valid
    self.low = low
    self.fine = fine
    self.words = words
  }

  /// Says something that only a message with several fields can answer.
  var looksAround: Bool { !when.isEmpty || !noValueWhen.isEmpty || unitPath != nil }
  var saysOnlyWhetherLow: Bool { low != nil || fine != nil }
}

/// What a probe without numbers says, and what it means: `dry`, 0 %.
package struct FieldMeaning: Sendable, Hashable {
  /// A word, whatever its case, a flag, a number or a comparison, as ``FieldMatch`` has them. Its path is empty.
  package var match: FieldMatch
  /// In the quantity's unit.
  package var value: Double
  private let number: Double?

  package init(_ word: String, means value: Double) {
    match = FieldMatch(path: FieldPath([]), value: word)
    number = FieldWord(word).double
    self.value = value
  }

  func holds(_ found: FoundField) -> Bool {
    if match.holds(found) || found.textEqualsIgnoringCase(match.value) { return true }
    guard let number, case .value(number, unit: nil) = found.number else { return false }
    return true
  }
}

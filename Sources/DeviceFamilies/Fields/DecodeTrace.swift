package import GardenCore
import PayloadJSON

/// What decoders looked at in one message, step by step: the decoding itself writes it, where it is asked to.
///
/// A ``PayloadReader`` carries it as its observer. Without one nothing is noted and no text is made.
package final class DecodeTrace {
  /// One field of one device.
  package struct Field: Sendable, Hashable {
    package var quantity: Quantity
    package var path: String
    /// As it stands in the message; `nil`: nothing does.
    package var stood: String?
    package var number: Double?
    /// Written behind the number, named by a field, configured, or else the quantity's own; never ``FieldUnit/canonical``.
    package var unit: FieldUnit?
    /// Raw values and what they mean.
    package var calibration: String?
    /// The rule that decided, in words.
    package var why: String?
    package var item: DecodedItem?
  }
  /// A `select` that did not hold.
  package struct Selection: Sendable, Hashable {
    package var path: String
    package var wanted: [String]
    package var stood: String?
  }
  /// The message's own time.
  package struct Time: Sendable, Hashable {
    /// `nil`: where the family has it.
    package var path: String?
    package var stood: String?
    /// `nil`: it cannot be read, or cannot be true.
    package var time: Timestamp?
  }

  package private(set) var fields: [Field] = []
  package private(set) var selections: [Selection] = []
  package private(set) var times: [Time] = []
  /// Notes of one message; beyond, nothing is noted.
  package static let notesMax = 200
  private var current: Field?

  package init() {}

  static func of(_ value: JSONValue) -> DecodeTrace? { value.observer.flatMap { $0 as? DecodeTrace } }
  static func of(_ payload: PayloadReader) -> DecodeTrace? {
    payload.observer.flatMap { $0 as? DecodeTrace }
  }

  func begin(_ mapping: FieldMapping) {
    current = Field(
      quantity: mapping.quantity, path: mapping.path.text,
      calibration: mapping.calibration.map { calibration in
        calibration.points.map { "\($0.raw) → \($0.value)" }.joined(separator: ", ")
      })
  }

  func found(_ found: FoundField) { current?.stood = Self.text(found) }

  func number(_ number: Double, in unit: FieldUnit) {
    current?.number = number
    current?.unit = unit
  }

  func why(_ text: String) { current?.why = text }

  /// What its owner can do where something else than a number stands.
  func noNumber() {
    guard let field = current, let stood = field.stood else { return }
    switch stood {
    case "an object", "an array": why("\(stood) stands there: the path goes on to the number in it")
    case "true", "false": why("it is a flag, no number: words: {'true': 10, 'false': 60} says what it means")
    case _ where stood.contains(/^"-?\d+,\d{3}"$/): why("its comma may be a point, or group thousands")
    default: why("it is no number: if it is a word with a meaning, words: {dry: 10, wet: 60}")
    }
  }

  func condition(_ match: FieldMatch, _ root: FieldRoot, _ rule: String) {
    let stood = root.field(at: match.path).map(Self.text) ?? "absent"
    let wanted = match.values.joined(separator: " or ")
    why("\(rule): \(match.path.text) is \(stood), the rule says \(wanted)")
  }

  func end(_ item: DecodedItem?) {
    guard var field = current, fields.count < Self.notesMax else { return }
    field.item = item
    fields.append(field)
    current = nil
  }

  /// What was read was measured then.
  func date(_ time: Timestamp) {
    for i in fields.indices { fields[i].item = fields[i].item?.dated(time) ?? fields[i].item }
  }

  func selection(_ match: FieldMatch, _ root: FieldRoot) {
    guard selections.count < Self.notesMax else { return }
    selections.append(
      Selection(
        path: match.path.text, wanted: match.values, stood: root.field(at: match.path).map(Self.text)))
  }

  func noteTime(_ path: String?, _ found: FoundField?, _ time: Timestamp?) {
    guard times.count < Self.notesMax else { return }
    times.append(Time(path: path, stood: found.map(Self.text), time: time))
  }

  static func text(_ range: ClosedRange<Double>) -> String { "\(range.lowerBound)..\(range.upperBound)" }

  /// Longest text of a value that is shown.
  private static let textMax = 80

  /// A value as the message has it, cut to what fits a line.
  static func text(_ found: FoundField) -> String {
    if case .several = found.source { return "several places" }
    if let value = found.json {
      switch value.kind {
      case .null: return "null"
      case .bool: return value.bool == true ? "true" : "false"
      case .number: return value.integer.map { "\($0)" } ?? value.double.map { "\($0)" } ?? "a number"
      case .array: return "an array"
      case .object: return "an object"
      case .doubled: return "a key that stands twice"
      case .outdated: return "nothing"
      case .string: break
      }
    }
    var text = ""
    found.withText { bytes in
      var copy: [UInt8] = []
      for i in 0..<min(bytes.count, textMax) { copy.append(bytes[i]) }
      text = String(decoding: copy, as: UTF8.self)
      if bytes.count > textMax { text += "…" }
    }
    return "\"\(text)\""
  }
}

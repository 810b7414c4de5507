/// One mapping of the config language: its keys in the order of reading.
final class SectionShape {
  struct Key {
    var name: String
    var help: String
    var kind: Kind
    /// As it would be written; `nil` where there is none.
    var defaultText: String?
    /// Why there is a default, or what holds without one.
    var isRequired: Bool
    /// A value for examples, where there is no default.
    var example: String?
  }
  indirect enum Kind {
    case value(ValueShape)
    case list(ValueShape)
    case section(SectionShape)
    /// Names chosen by the owner → a mapping each.
    case table(name: ValueShape, SectionShape)
    /// Names chosen by the owner → a scalar each.
    case texts
    /// A scalar that stands for a mapping with that one key.
    case shorthand(ValueShape, SectionShape)
    /// One of these, or a list of them.
    case several(ValueShape, SectionShape)
  }
  private(set) var keys: [Key] = []

  func add(_ key: Key) {
    if !keys.contains(where: { $0.name == key.name }) { keys.append(key) }
  }

  var names: [String] { keys.map(\.name) }
}

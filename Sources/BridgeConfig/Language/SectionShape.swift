/// One mapping of the config language: its keys in the order of reading.
final class SectionShape {
  struct Key {
    var name: String
    var help: String
    var kind: Kind
    /// As it would be written; `nil` where there is none.
    var defaultText: String?
    var isRequired: Bool
    /// Another key that may bring this one with it.
    var broughtBy: String?
    /// A value, or a name in a table, for examples.
    var example: String?
  }
  indirect enum Kind {
    case value(ValueShape)
    case list(ValueShape)
    case section(SectionShape)
    /// Names chosen by the owner → a mapping each.
    case table(name: ValueShape, SectionShape)
    /// Names chosen by the owner → a scalar each, or a list of them.
    case texts(areLists: Bool)
    /// Keys of another table's entries.
    case defaults
    /// A mapping, a scalar that stands for a mapping with one key, or a list of these.
    case several(ValueShape, SectionShape)
  }
  private(set) var keys: [Key] = []

  func add(_ key: Key) {
    if !keys.contains(where: { $0.name == key.name }) { keys.append(key) }
  }

  var names: [String] { keys.map(\.name) }
}

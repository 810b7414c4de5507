/// A config that may leave its machine: without comments, without the sections that say how the machine is reached and what it keeps, and
/// without the paths of files. What the rules read stays as it is, under its own names or made-up ones.
package struct ConfigCopy {
  /// Of one machine, or with secrets.
  private static let left: Set<String> = [
    "include", "defaults", "broker", "store", "log", "web", "push", "channels",
  ]
  /// What one entry of a table is called, where it is not the table's name without its s.
  private static let one = ["people": "person", "supplies": "supply"]

  private let entries: [ConfigNode.Entry]
  private let shape = ConfigLanguage.shape()

  /// What a scalar of the file is.
  private enum Role {
    /// Chosen by the owner, as a key of that table.
    case key(of: String)
    /// What people read.
    case name
    case topic
    /// Of the language.
    case word
    case other
  }
  private typealias Visit = (Role, String) -> String

  /// `nil`: the bytes are no config.
  ///
  /// - Parameter readFile: a file that the config includes, by its path from the config's folder. What it says goes into the copy.
  package init?(
    _ bytes: [UInt8],
    readFile: @escaping (String) -> Result<[UInt8], FileUnreadable> = { _ in .failure(FileUnreadable("")) }
  ) {
    let parts = ConfigParts(file: "", problems: Problems(), readFile: readFile)
    guard let own = parts.sections(of: bytes) else { return nil }
    entries = parts.whole(own).filter { !Self.left.contains($0.key) && !$0.key.hasPrefix("x-") }
  }

  /// The text of a config that is read as this one.
  package func written(as names: MadeUpNames = MadeUpNames()) -> String {
    written { role, text in
      switch role {
      case .topic: names.topic(text)
      case .word: text
      case .key, .name, .other: names.text(text)
      }
    }
  }

  /// A made-up name for each that its owner chose.
  ///
  /// - Parameter fixed: levels of topics that are not the owner's. Who is called so is no secret, and keeps the name.
  package func names(besides fixed: Set<String> = []) -> MadeUpNames {
    var names = MadeUpNames()
    var levels: [Substring] = []
    _ = written { role, text in
      if fixed.contains(text) { return text }
      switch role {
      case .key(let table): names.add(text, as: Self.one[table] ?? String(table.dropLast()))
      case .name: names.add(text, as: "name")
      case .topic: levels += text.split(separator: "/")
      case .word, .other: break
      }
      return text
    }
    for level in levels where !fixed.contains(String(level)) { names.add(level: String(level)) }
    return names
  }

  private func written(_ visit: Visit) -> String {
    Self.mapping(entries, shape, "", visit).joined(separator: "\n") + "\n"
  }

  private static func mapping(
    _ entries: [ConfigNode.Entry], _ shape: SectionShape, _ indent: String, _ visit: Visit
  ) -> [String] {
    entries.flatMap { entry -> [String] in
      let kind = shape.keys.first { $0.name == entry.key }?.kind
      if case .value(let value)? = kind, let isLeft = isPath(entry.value, value) {
        return isLeft ? [] : ["\(indent)\(entry.key): /none"]
      }
      return lines("\(indent)\(YAMLText.value(entry.key)):", entry.value, entry.key, kind, indent, visit)
    }
  }

  /// `nil`: no path. `true`: the key may be missing; else it says that something is there.
  private static func isPath(_ node: ConfigNode, _ shape: ValueShape) -> Bool? {
    guard case .scalar(let text, _) = node.content,
      shape.noun == "a path" || shape.noun.contains("the path of"),
      text.contains("/") || text.contains(".")
    else { return nil }
    return !shape.words.isEmpty || shape.noun.hasPrefix("one of")
  }

  private static func lines(
    _ head: String, _ node: ConfigNode, _ key: String, _ kind: SectionShape.Kind?, _ indent: String,
    _ visit: Visit
  ) -> [String] {
    let deeper = indent + "  "
    switch (node.content, kind) {
    case (.scalar(let text, let isPlain), _):
      let shown = visit(role(of: key, kind, text), text)
      // Where quotes stood, text is meant, even if it looks like a number.
      let isBare = isPlain && !shown.contains { $0.isNewline }
      return ["\(head) \(isBare ? shown : YAMLText.quoted(shown))"]
    case (.list(let items), _):
      return items.isEmpty
        ? ["\(head) []"] : [head] + items.flatMap { lines("\(deeper)-", $0, key, kind, deeper, visit) }
    case (.mapping(let entries), _) where entries.isEmpty: return ["\(head) {}"]
    case (.mapping(let entries), .section(let shape)), (.mapping(let entries), .several(_, let shape)):
      return [head] + mapping(entries, shape, deeper, visit)
    case (.mapping(let entries), .table(_, let shape)):
      return [head]
        + entries.flatMap { row in
          let name = YAMLText.value(visit(.key(of: key), row.key))
          return lines("\(deeper)\(name):", row.value, row.key, .section(shape), deeper, visit)
        }
    case (.mapping(let entries), _):
      // Fields and words, or what stands for names in braces, whose keys are the file's own.
      let isOwn = key == "captures"
      return [head]
        + entries.flatMap { row in
          let name = YAMLText.value(isOwn ? row.key : visit(.other, row.key))
          return lines("\(deeper)\(name):", row.value, key, kind, deeper, visit)
        }
    }
  }

  private static func role(of key: String, _ kind: SectionShape.Kind?, _ text: String) -> Role {
    switch kind {
    case .value(let shape)?, .list(let shape)?, .several(let shape, _)?:
      if shape.words.contains(text) { return .word }
      if shape.noun.hasPrefix("an MQTT topic") { return .topic }
      return key == "name" && shape.noun == "a text" ? .name : .other
    case .texts? where key == "captures": return .topic
    default: return .other
    }
  }
}

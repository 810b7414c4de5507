/// Names in braces that a sensor gives a value: `garden/{bed}/state` with `captures: {bed: 3}`.
///
/// They are replaced in the file's own texts, before these are read: at run time there are none.
struct Captures {
  private let values: [String: String]
  private let problems: Problems
  private let path: String
  /// `false`: a name without a value stands for anything, as in a format that no sensor uses yet.
  private let isComplete: Bool
  private(set) var used: Set<String> = []

  /// Kept for patterns, and for the name of each field's quantity.
  static let reserved: Set<String> = ["value", "any", "quantity"]
  /// Keys in whose texts names are replaced.
  static let keys: Set<String> = ["topic", "select", "fields", "availability", "time"]

  init(_ values: [String: String], path: String, problems: Problems, isComplete: Bool) {
    self.values = values
    self.path = path
    self.problems = problems
    self.isComplete = isComplete
  }

  mutating func replaced(in entries: [ConfigNode.Entry]) -> [ConfigNode.Entry] {
    var result = entries
    for i in result.indices where Self.keys.contains(result[i].key) {
      result[i].value = replaced(in: result[i].value, "\(path).\(result[i].key)")
    }
    return result
  }

  private mutating func replaced(in node: ConfigNode, _ path: String) -> ConfigNode {
    var node = node
    switch node.content {
    case .scalar(let text, let isPlain):
      node.content = .scalar(replaced(in: text, node.position, path), isPlain: isPlain)
    case .list(var items):
      for i in items.indices { items[i] = replaced(in: items[i], path) }
      node.content = .list(items)
    case .mapping(var entries):
      for i in entries.indices {
        let key = entries[i].key
        entries[i].key = replaced(in: key, entries[i].keyPosition, path)
        entries[i].value = replaced(in: entries[i].value, "\(path).\(key)")
      }
      node.content = .mapping(entries)
    }
    return node
  }

  private mutating func replaced(in text: String, _ position: TextPosition, _ path: String) -> String {
    guard text.contains("{") else { return text }
    var result = ""
    for part in Self.parts(of: text) {
      switch part {
      case .text(let text): result += text
      case .name(let name):
        used.insert(name)
        result += value(of: name, position, path)
      }
    }
    return result
  }

  private enum Part {
    case text(String)
    case name(String)
  }

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<open])))
      rest = rest[open...]
      let name = String(rest.dropFirst().prefix { $0 != "}" && $0 != "{" })
      if rest.dropFirst(name.count + 1).first == "}", isName(name), !reserved.contains(name) {
        parts.append(.name(name))
        rest = rest.dropFirst(name.count + 2)
      } else {
        parts.append(.text("{"))
        rest = rest.dropFirst()
      }
    }
    return parts + [.text(String(rest))]
  }

  /// The names in braces that would be replaced.
  static func names(in text: String) -> [String] {
    parts(of: text).compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  private func value(of name: String, _ position: TextPosition, _ path: String) -> String {
    if let value = values[name] { return value }
    if isComplete {
      problems.error(
        at: position, path: path, " uses {\(name)}, which has no value",
        help: NearestName.help(for: name, among: values.keys.sorted())
          ?? "add 'captures: {\(name): …}' to the sensor")
    }
    return "0"
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first >= 97 && first <= 122, text.utf8.count <= 32 else {
      return false
    }
    return text.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 95 || $0 == 45 }
  }
}

/// A JSON value whose keys stay in order, so that a generated file changes only where its source did.
indirect enum JSONText: Sendable {
  case text(String)
  /// Number or word, as it stands.
  case bare(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// Indented by two spaces a level; an object in which there is no other stands in one line.
  func written(_ indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .text(let text): return Self.quoted(text)
    case .bare(let word): return word
    case .array(let items) where items.isEmpty: return "[]"
    case .array(let items):
      return "[" + items.map { $0.written(inner) }.joined(separator: ", ") + "]"
    case .object(let pairs) where pairs.isEmpty: return "{}"
    case .object(let pairs) where !pairs.contains { $0.1.holdsObject }:
      return "{" + pairs.map { "\(Self.quoted($0.0)): \($0.1.written())" }.joined(separator: ", ") + "}"
    case .object(let pairs):
      let lines = pairs.map { "\(inner)\(Self.quoted($0.0)): \($0.1.written(inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var holdsObject: Bool {
    switch self {
    case .text, .bare: false
    case .array(let items): items.contains(where: \.holdsObject)
    case .object: true
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// How many members each type has: what is declared in it and in its extensions, over all files that are given.
struct MemberCount {
  private enum Place {
    case type(String)
    /// What is in here is nobody's member.
    case body
    /// Between parentheses or brackets.
    case list
  }

  private static let types: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "extension"]
  private static let members: Set<Substring> = ["var", "let", "func", "init", "subscript", "case"]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "static", "mutating", "nonisolated", "final",
    "override", "indirect", "lazy", "weak", "unowned", "consuming", "borrowing",
  ]

  /// By the type's whole name.
  private(set) var counts: [String: Int] = [:]
  private var places: [Place] = []
  /// A type whose brace has not come yet.
  private var declared: String?
  /// What stands outside of lists since the last brace or the beginning of the line.
  private var piece = ""

  init(_ files: [SourceTree.File]) {
    for file in files {
      (places, declared, piece) = ([], nil, "")
      for line in file.code { read(line) }
    }
  }

  /// `Type: members` of each that has more.
  func types(over most: Int) -> [String] {
    counts.filter { $0.value > most }.map { "\($0.key): \($0.value)" }.sorted()
  }

  private mutating func read(_ line: String) {
    for character in line + "\n" {
      switch (character, places.last) {
      case ("(", _), ("[", _): places.append(.list)
      case (")", _), ("]", _), ("}", .list): _ = places.popLast()
      case ("{", .list): places.append(.list)
      case ("{", _):
        take()
        places.append(declared.map { .type($0) } ?? .body)
        declared = nil
      case ("}", _):
        take()
        _ = places.popLast()
      case (_, .list): break
      case ("\n", _): take()
      default: piece.append(character)
      }
    }
  }

  private mutating func take() {
    let words = piece.split { !$0.isLetter && !$0.isNumber && !"_.@".contains($0) }
      .drop { $0.first == "@" || Self.modifiers.contains($0) }
    let commas = piece.count { $0 == "," }
    piece = ""
    guard let kind = words.first else { return }
    var outer: String?
    if case .type(let name)? = places.last { outer = name }
    if Self.types.contains(kind), let name = words.dropFirst().first {
      if case .body? = places.last { return }
      declared = (outer.map { $0 + "." } ?? "") + name
    } else if Self.members.contains(kind), let outer {
      counts[outer, default: 0] += kind == "case" ? 1 + commas : 1
    }
  }
}

/// How many members each type has: stored and computed properties, methods and initialisers, over all its extensions in the target.
/// Cases of an enum are none; a type inside another has its own. It relies on the indentation, which the formatter holds.
struct Members {
  /// By the type's name, `Outer.Inner`; types that the files declare.
  private(set) var counts: [String: Int] = [:]

  private static let types: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "extension"]
  private static let members: Set<Substring> = ["var", "let", "func", "init", "subscript"]

  init(_ files: [SourceTree.File]) {
    var declared: Set<String> = []
    for file in files {
      /// By the level of indentation: the type that is open there.
      var scopes: [String?] = []
      for line in file.code {
        let text = line.drop { $0 == " " }
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        guard let first = text.first, first.isLetter || first == "@", words[0] != "where" else { continue }
        let level = (line.count - text.count) / 2
        scopes = scopes.prefix(level) + Array(repeating: nil, count: max(0, level - scopes.count))
        let outer = scopes.last ?? nil
        let place = words.firstIndex { Self.types.contains($0) || Self.members.contains($0) }
        guard let place, words[0] != "case", outer != nil || level == 0 else { continue }
        if Self.types.contains(words[place]), place + 1 < words.count {
          let name = (outer.map { $0 + "." } ?? "") + words[place + 1]
          scopes.append(name)
          if words[place] != "extension" { declared.insert(name) }
        } else if let outer {
          counts[outer, default: 0] += 1
        }
      }
    }
    counts = counts.filter { declared.contains($0.key) }
  }
}

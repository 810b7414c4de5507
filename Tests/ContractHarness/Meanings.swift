internal import Foundation

/// What each field means: the documentation comment of its property, with the wire's words in place of Swift's.
package struct Meanings {
  private var all: [String: String] = [:]

  /// Of the parts that are declared in these folders.
  package init(of folders: String...) {
    for folder in folders {
      let place = Repository.root.appendingPathComponent(folder)
      let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        read((try? String(contentsOf: file, encoding: .utf8)) ?? "")
      }
    }
  }

  package func of(part: String, key: String) -> String? { all["\(part).\(key)"] }

  private mutating func read(_ text: String) {
    var parts: [(name: String, indent: Int)] = []
    var comments: [String: String] = [:]
    var keys: [(part: String, property: String, key: String)] = []
    var comment: [String] = []
    // A pattern in a loop is read anew each time.
    let scope = /^(?:public )?(?:struct|extension) ([\w.]+)/
    let property = /^(?:public )?var `?(\w+)`?\b/
    let field = /^(?:self\.)?(\w+) = f\.\w+\("([^"]+)"/
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      let indent = line.count - code.count
      if code.hasPrefix("/// ") {
        comment.append(String(code.dropFirst(4)))
        continue
      }
      defer { comment = [] }
      if !code.isEmpty { while let part = parts.last, indent <= part.indent { parts.removeLast() } }
      let part = parts.last?.name ?? ""
      if let match = code.firstMatch(of: scope) {
        parts.append((part.isEmpty ? String(match.1) : "\(part).\(match.1)", indent))
      } else if let match = code.firstMatch(of: property) {
        comments["\(part).\(match.1)"] = Self.plain(comment.joined(separator: " "))
      } else if let match = code.firstMatch(of: field) {
        keys.append((part, String(match.1), String(match.2)))
      }
    }
    for it in keys { all["\(it.part).\(it.key)"] = comments["\(it.part).\(it.property)"] }
  }

  /// ``AckCode/alreadyDone`` is `already_done` on the wire.
  private static func plain(_ text: String) -> String {
    text.replacing(#/``(?:\w+/)*(\w+)``/#) { match in
      "`" + match.1.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) } + "`"
    }
  }
}

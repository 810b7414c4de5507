/// Entries that a config lacks, put into its sections as text, so that its owner's comments and order stay.
package enum ConfigAddition {
  /// - Parameter found: sections as ``FoundConfig`` writes them for a file that is there.
  package static func text(_ config: String, adding found: String) -> String {
    var lines = split(config)
    for (head, content) in sections(split(found)) {
      if let place = lines.firstIndex(where: { isHead($0, head) }) {
        lines[place] = lines[place].replacing(/:\s*{\s*}/, with: ":", maxReplacements: 1)
        lines.insert(contentsOf: content, at: end(of: place, in: lines))
      } else {
        lines += ["", "\(head):"] + content
      }
    }
    let end = config.contains("\r\n") ? "\r\n" : "\n"
    return lines.joined(separator: end) + end
  }

  private static func sections(_ lines: [String]) -> [(head: String, content: [String])] {
    var sections: [(head: String, content: [String])] = []
    for line in lines {
      if line.hasSuffix(":"), let first = line.first, first.isLetter {
        sections.append((String(line.dropLast()), []))
      } else if let first = line.first, first == " ", !sections.isEmpty {
        sections[sections.count - 1].content.append(line)
      }
    }
    // What is behind '#' is an offer, which a file that is there needs not repeat.
    return sections
  }

  private static func isHead(_ line: String, _ name: String) -> Bool {
    guard line.hasPrefix(name + ":") else { return false }
    let rest = line.dropFirst(name.count + 1).drop { $0 == " " }
    return rest.isEmpty || rest.first == "#" || rest.prefixMatch(of: /{\s*}\s*(#|$)/) != nil
  }

  /// Behind the section's last line that is neither empty nor a comment of the next one.
  private static func end(of head: Int, in lines: [String]) -> Int {
    var last = head
    for place in lines.indices.dropFirst(head + 1) {
      if let first = lines[place].first, first != " ", first != "#" { break }
      if lines[place].hasPrefix(" ") && lines[place].contains(where: { $0 != " " }) { last = place }
    }
    return last + 1
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

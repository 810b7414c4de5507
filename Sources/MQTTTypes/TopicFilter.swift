/// An MQTT topic filter (5.0 §4.7): `+` stands for one level, a last `#` for all that follow and their parent.
/// A leading wildcard does not match topics that begin with `$`.
package struct TopicFilter: Sendable, Hashable {
  package enum Level: Sendable, Hashable {
    case name(Substring)
    case any
    case rest
  }

  /// The levels one after the other, as parts of the text: a garden keeps thousands of filters.
  package struct Levels: Sequence, IteratorProtocol {
    private var left: Substring?

    init(_ text: String) { left = text[...] }

    package mutating func next() -> Level? {
      guard let text = left else { return nil }
      let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
      left = slash.map { text[text.utf8.index(after: $0)...] }
      let part = slash.map { text[..<$0] } ?? text
      return part == "+" ? .any : part == "#" ? .rest : .name(part)
    }
  }

  package let text: String

  /// `nil` where the text is no valid filter: empty, over 65 535 bytes, NUL, or a wildcard beside other characters.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 65_535 else { return nil }
    let (slash, one, rest) = (UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "#"))
    var previous = slash
    for byte in text.utf8 {
      if byte == 0 || previous == rest { return nil }
      if byte == one || byte == rest, previous != slash { return nil }
      if previous == one, byte != slash { return nil }
      previous = byte
    }
    self.text = text
  }

  package var levels: Levels { Levels(text) }

  package var hasWildcard: Bool {
    text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
  }

  package func matches(_ topic: String) -> Bool { captures(in: topic) != nil }

  /// The levels that stood for each `+`, and the remainder (joined by `/`) for a `#`; `nil` where it does not match.
  package func captures(in topic: String) -> [String]? {
    var levels = levels
    var parts = topic.split(separator: "/", omittingEmptySubsequences: false)[...]
    var captured: [String] = []
    var mayBeWild = topic.utf8.first != UInt8(ascii: "$")
    while let level = levels.next() {
      if case .name(let name) = level {
        guard parts.popFirst() == name else { return nil }
      } else if !mayBeWild {
        return nil
      } else if level == .rest {
        return captured + [parts.joined(separator: "/")]
      } else {
        guard let part = parts.popFirst() else { return nil }
        captured.append(String(part))
      }
      mayBeWild = true
    }
    return parts.isEmpty ? captured : nil
  }

  /// Whether some topic matches both filters.
  package func overlaps(_ other: TopicFilter) -> Bool {
    var (mine, theirs) = (levels, other.levels)
    while true {
      switch (mine.next(), theirs.next()) {
      case (nil, nil), (.rest, _), (_, .rest): return true
      case (nil, _), (_, nil): return false
      case (.name(let x), .name(let y)) where x != y: return false
      default: break
      }
    }
  }

  /// Whether every topic that matches `other` matches this filter too.
  package func covers(_ other: TopicFilter) -> Bool {
    var (mine, theirs) = (levels, other.levels)
    var mayBeWild = other.text.utf8.first != UInt8(ascii: "$")
    while true {
      switch (mine.next(), theirs.next()) {
      case (nil, nil): return true
      case (.rest, _): return mayBeWild
      case (nil, _), (_, nil), (_, .rest), (.name, .any): return false
      case (.any, .name): if !mayBeWild { return false }
      case (.name(let x), .name(let y)) where x != y: return false
      default: break
      }
      mayBeWild = true
    }
  }
}

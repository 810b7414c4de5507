/// An MQTT topic filter (5.0 §4.7): `+` stands for one level, a last `#` for all that follow and their parent.
/// A leading wildcard does not match topics that begin with `$`.
package struct TopicFilter: Sendable, Hashable {
  package enum Level: Sendable, Hashable {
    case name(String)
    case any
    case rest
  }
  package let text: String
  package let levels: [Level]

  /// `nil` where the text is no valid filter: empty, over 65 535 bytes, NUL, or a wildcard beside other characters.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 65_535, !text.utf8.contains(0) else { return nil }
    var levels: [Level] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      if levels.last == .rest { return nil }
      switch part {
      case "+": levels.append(.any)
      case "#": levels.append(.rest)
      default:
        if part.utf8.contains(UInt8(ascii: "+")) || part.utf8.contains(UInt8(ascii: "#")) { return nil }
        levels.append(.name(String(part)))
      }
    }
    self.text = text
    self.levels = levels
  }

  // The levels follow from the text.
  package static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var hasWildcard: Bool { levels.contains { $0 == .any || $0 == .rest } }

  package func matches(_ topic: String) -> Bool { captures(in: topic) != nil }

  /// The levels that stood for each `+`, and the remainder (joined by `/`) for a `#`; `nil` where it does not match.
  package func captures(in topic: String) -> [String]? {
    if topic.utf8.first == UInt8(ascii: "$"), levels.first == .any || levels.first == .rest { return nil }
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    var captured: [String] = []
    for (i, level) in levels.enumerated() {
      switch level {
      case .rest:
        captured.append(i < parts.count ? parts[i...].joined(separator: "/") : "")
        return captured
      case .any:
        guard i < parts.count else { return nil }
        captured.append(String(parts[i]))
      case .name(let name):
        guard i < parts.count, parts[i] == name else { return nil }
      }
    }
    return parts.count == levels.count ? captured : nil
  }

  /// Whether some topic matches both filters.
  package func overlaps(_ other: TopicFilter) -> Bool {
    var i = 0
    while true {
      let a = i < levels.count ? levels[i] : nil
      let b = i < other.levels.count ? other.levels[i] : nil
      switch (a, b) {
      case (nil, nil): return true
      case (.rest, _), (_, .rest): return true
      case (nil, _), (_, nil): return false
      case (.name(let x), .name(let y)):
        if x != y { return false }
      default: break
      }
      i += 1
    }
  }

  /// Whether every topic that matches `other` matches this filter too.
  package func covers(_ other: TopicFilter) -> Bool {
    for (i, level) in levels.enumerated() {
      if level == .rest { return !(i == 0 && other.text.utf8.first == UInt8(ascii: "$")) }
      guard i < other.levels.count else { return false }
      switch (level, other.levels[i]) {
      case (_, .rest): return false
      case (.any, .name(let name)):
        if i == 0, name.utf8.first == UInt8(ascii: "$") { return false }
      case (.any, .any): break
      case (.name(let x), .name(let y)):
        if x != y { return false }
      default: return false
      }
    }
    return levels.count == other.levels.count
  }
}

/// Words and what stands in their place, the same wherever they stand.
package struct MadeUpNames: Sendable, Hashable {
  private var madeUp: [[UInt8]: String] = [:]
  /// By their first byte, the longest first.
  private var words: [UInt8: [[UInt8]]] = [:]
  private var counts: [String: Int] = [:]
  private var levels: [String: String] = [:]
  /// Of levels that are told apart; beyond, all are one.
  private static let levelsMax = 10_000

  package init() {}

  /// A word that is a number is nobody's name, and would be found among readings.
  package mutating func add(_ word: String, as stem: String) {
    let bytes = Array(word.utf8)
    guard madeUp[bytes] == nil, word.contains(where: \.isLetter) else { return }
    let name = levels[word] ?? fresh(stem)
    // As some programs write JSON.
    let escaped = word.utf16.map { $0 < 128 ? String(UnicodeScalar(UInt8($0))) : Self.escape($0) }.joined()
    for form in Set([bytes, Array(escaped.utf8)]) {
      guard let first = form.first else { continue }
      madeUp[form] = name
      let longer = words[first, default: []].prefix { $0.count >= form.count }.count
      words[first, default: []].insert(form, at: longer)
    }
    levels[word] = name
  }

  /// A level of topics. A short one is a word of many meanings: no other text is searched for it.
  package mutating func add(level: String) {
    guard levels[level] == nil, level.contains(where: \.isLetter),
      !level.contains(where: { "{+#$".contains($0) })
    else { return }
    if level.utf8.count >= 3 {
      add(level, as: "level")
    } else {
      levels[level] = fresh("level")
    }
  }

  /// A topic or a filter. A level of which nothing is known is new, unless it is one of `known`.
  package mutating func topic(_ topic: String, knowing known: Set<String>) -> String {
    for level in topic.split(separator: "/")
    where !known.contains(String(level)) && levels.count < Self.levelsMax {
      add(level: String(level))
    }
    return self.topic(topic)
  }

  package func topic(_ topic: String) -> String {
    topic.split(separator: "/", omittingEmptySubsequences: false)
      .map { levels[String($0)] ?? text(String($0)) }.joined(separator: "/")
  }

  /// A text with each of the words in it replaced where it stands by itself.
  package func text(_ text: String) -> String { String(decoding: bytes(Array(text.utf8)), as: UTF8.self) }

  package func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      let before = i == 0 ? nil : bytes[i - 1]
      let isStart = before.map { !Self.isOfWord($0) && $0 != UInt8(ascii: "{") } ?? true
      let word = isStart ? words[bytes[i]]?.first { Self.stands($0, in: bytes, at: i) } : nil
      if let word, let name = madeUp[word] {
        result += Array(name.utf8)
        i += word.count
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }

  private static func stands(_ word: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
    let end = start + word.count
    guard end <= bytes.count, bytes[start..<end].elementsEqual(word) else { return false }
    return end == bytes.count || !isOfWord(bytes[end])
  }

  /// ASCII's letters and digits, and all of a letter beyond them.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private mutating func fresh(_ stem: String) -> String {
    counts[stem, default: 0] += 1
    return "\(stem)-\(counts[stem, default: 0])"
  }
}

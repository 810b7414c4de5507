/// A text with one `{value}` and any number of `{any}`: `M={value}%{any}`.
///
/// The whole text must match. Each placeholder reaches to the first place where the literal text behind it stands;
/// there is no going back, so a message takes time by its length alone.
package struct TextPattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case literal([UInt8])
    case value
    case any
  }
  package let text: String
  private let parts: [Part]

  package enum Problem: Error, Sendable, Hashable {
    /// Not exactly one `{value}`.
    case valueCount(Int)
    /// Two placeholders with nothing between them; the offset of the second, in characters.
    case touching(Int)
  }

  package init(_ text: String) throws(Problem) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var rest = text[...]
    func endLiteral() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    while let character = rest.first {
      guard let (mark, part) = Self.placeholder(rest) else {
        literal += Array(String(character).utf8)
        rest = rest.dropFirst()
        continue
      }
      endLiteral()
      if let last = parts.last, last == .value || last == .any {
        throw .touching(text.distance(from: text.startIndex, to: rest.startIndex))
      }
      parts.append(part)
      rest = rest.dropFirst(mark.count)
    }
    endLiteral()
    let count = parts.count { $0 == .value }
    guard count == 1 else { throw .valueCount(count) }
    self.text = text
    self.parts = parts
  }

  private static func placeholder(_ text: Substring) -> (String, Part)? {
    if text.hasPrefix("{value}") { return ("{value}", .value) }
    return text.hasPrefix("{any}") ? ("{any}", .any) : nil
  }

  /// Where the value stands; `nil` where the text does not match.
  func value(in text: Span<UInt8>) -> Range<Int>? {
    var at = 0
    var found: Range<Int>?
    for i in parts.indices {
      switch parts[i] {
      case .literal(let bytes):
        guard Self.stands(bytes, in: text, at: at) else { return nil }
        at += bytes.count
      case .value, .any:
        guard let end = end(of: i, in: text, from: at) else { return nil }
        if parts[i] == .value { found = at..<end }
        at = end
      }
    }
    return at == text.count ? found : nil
  }

  /// A placeholder ends where the literal behind it begins; a last literal ends the text.
  private func end(of part: Int, in text: Span<UInt8>, from start: Int) -> Int? {
    guard part + 1 < parts.count, case .literal(let bytes) = parts[part + 1] else { return text.count }
    if part + 2 == parts.count {
      let place = text.count - bytes.count
      return place >= start && Self.stands(bytes, in: text, at: place) ? place : nil
    }
    var place = start
    while place + bytes.count <= text.count {
      if Self.stands(bytes, in: text, at: place) { return place }
      place += 1
    }
    return nil
  }

  private static func stands(_ bytes: [UInt8], in text: Span<UInt8>, at start: Int) -> Bool {
    guard start + bytes.count <= text.count else { return false }
    for i in bytes.indices where text[start + i] != bytes[i] { return false }
    return true
  }
}

extension TextPattern.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .valueCount(let count): "{value} stands \(count) times in it, not once"
    case .touching: "nothing stands between two placeholders"
    }
  }
}

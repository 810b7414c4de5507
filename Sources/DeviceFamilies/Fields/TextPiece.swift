import PayloadJSON

/// What is taken out of a text that holds more than one value.
package enum TextPiece: Sendable, Hashable {
  /// The value of a key in `a=1&b=2`, percent signs and `+` decoded.
  case form(String)
  /// A column, from 1, of a line of values. Columns may stand in double quotes.
  case column(Int, separator: UInt8)
  case pattern(TextPattern)

  enum Cut {
    case absent
    case found(Range<Int>)
    /// A key that stands there twice.
    case several
  }

  func cut(_ text: Span<UInt8>) -> Cut {
    switch self {
    case .form(let key): return FormText.value(of: key.utf8Span.span, in: text)
    case .column(let number, let separator): return Self.column(number, separator, text)
    case .pattern(let pattern): return pattern.value(in: text).map { .found($0) } ?? .absent
    }
  }

  private static func column(_ number: Int, _ separator: UInt8, _ text: Span<UInt8>) -> Cut {
    let quote = UInt8(ascii: "\"")
    var column = 1
    var start = 0
    var isQuoted = false
    for i in 0...text.count {
      if i < text.count {
        if text[i] == quote { isQuoted.toggle() }
        if isQuoted || text[i] != separator { continue }
      }
      if column == number { return .found(unquoted(TextBytes.trimmed(text, start..<i), text)) }
      column += 1
      start = i + 1
    }
    return .absent
  }

  private static func unquoted(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    guard range.count >= 2, text[range.lowerBound] == quote, text[range.upperBound - 1] == quote else {
      return range
    }
    return (range.lowerBound + 1)..<(range.upperBound - 1)
  }
}

/// `application/x-www-form-urlencoded` (WHATWG URL, §5.1), as weather stations upload it.
enum FormText {
  /// Decoded bytes of one value; a longer value is given as it stands.
  static let decodedMax = 128

  static func value(of key: Span<UInt8>, in text: Span<UInt8>) -> TextPiece.Cut {
    let all = TextBytes.trimmed(text, text.indices)
    var found = TextPiece.Cut.absent
    var start = all.lowerBound
    for i in all.lowerBound...all.upperBound
    where i == all.upperBound || text[i] == UInt8(ascii: "&") {
      if let range = value(of: key, in: start..<i, text) {
        if case .found = found { return .several }
        found = .found(range)
      }
      start = i + 1
    }
    return found
  }

  private static func value(
    of key: Span<UInt8>, in pair: Range<Int>, _ text: Span<UInt8>
  ) -> Range<Int>? {
    let sign = pair.lowerBound + key.count
    guard sign < pair.upperBound, text[sign] == UInt8(ascii: "="),
      TextBytes.equal(text.extracting(pair.lowerBound..<sign), key)
    else { return nil }
    return (sign + 1)..<pair.upperBound
  }

  static func withDecoded(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var decoded = [128 of UInt8](repeating: 0)
    var count = 0
    var at = 0
    guard text.count <= decodedMax else {
      body(text)
      return
    }
    while at < text.count {
      var byte = text[at]
      if byte == UInt8(ascii: "+") { byte = UInt8(ascii: " ") }
      if byte == UInt8(ascii: "%"), at + 2 < text.count, let high = digit(text[at + 1]),
        let low = digit(text[at + 2])
      {
        byte = high << 4 | low
        at += 2
      }
      decoded[count] = byte
      count += 1
      at += 1
    }
    body(decoded.span.extracting(0..<count))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

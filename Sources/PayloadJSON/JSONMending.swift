/// What firmware prints in the place of JSON: `nan` of C and Python where a probe is missing, a comma before a bracket, a zero byte at the end,
/// and the words and quotes of Python.
package enum JSONMending {
  private static let words: [String: String] = [
    "nan": "null", "NaN": "null", "NAN": "null", "inf": "null", "INF": "null", "Infinity": "null",
    "None": "null",
    "null": "null", "True": "true", "true": "true", "False": "false", "false": "false",
  ]

  /// The text as JSON; `nil`: there is nothing to mend.
  package static func mended(_ bytes: [UInt8]) -> [UInt8]? {
    let end = bytes.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    guard let first = bytes.first(where: { $0 > UInt8(ascii: " ") }), "{[".utf8.contains(first) else {
      return nil
    }
    let quote = bytes.first { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") } ?? UInt8(ascii: "\"")
    var mended: [UInt8] = []
    var place = 0
    while place < end {
      let byte = bytes[place]
      if byte == quote {
        let text = text(from: place, bytes, end, quote)
        let inner =
          quote == UInt8(ascii: "'")
          ? text.flatMap { $0 == UInt8(ascii: "\"") ? Array("\\\"".utf8) : [$0] } : text
        mended += [UInt8(ascii: "\"")] + inner + [UInt8(ascii: "\"")]
        place += text.count + 2
      } else if isLetter(byte), mended.last.map({ !isDigit($0) }) ?? true {
        let word = bytes[place..<end].prefix(while: isLetter)
        place += word.count
        guard let known = words[String(decoding: word, as: UTF8.self)] else { return nil }
        if let sign = mended.last, "+-".utf8.contains(sign) { mended.removeLast() }
        mended += Array(known.utf8)
      } else {
        if "}]".utf8.contains(byte), let comma = mended.lastIndex(where: { $0 > UInt8(ascii: " ") }),
          mended[comma] == UInt8(ascii: ",")
        {
          mended.remove(at: comma)
        }
        mended.append(byte)
        place += 1
      }
    }
    return mended == bytes ? nil : mended
  }

  /// What stands between the quotes, as it stands.
  private static func text(from start: Int, _ bytes: [UInt8], _ end: Int, _ quote: UInt8) -> [UInt8] {
    var place = start + 1
    while place < end, bytes[place] != quote { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return Array(bytes[(start + 1)..<min(place, end)])
  }

  /// An exponent follows it.
  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}

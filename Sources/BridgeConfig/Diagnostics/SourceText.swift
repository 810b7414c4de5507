/// The file's text by lines, broken where YAML breaks them, so that a parser's mark finds its line.
struct SourceText {
  let file: String
  /// As the config includes it; `nil`: it is the config itself.
  let part: String?
  /// 0: the config itself; else one of those that it includes, in their order.
  let number: Int
  private let bytes: [UInt8]
  /// Where each line stands in ``bytes``, without its break. A line's letters are made when they are asked for: all of them at once would
  /// take some fifty times the room of the text.
  private let spans: [Range<Int32>]

  /// - Parameter text: at most 2 GiB; ``TextGuard`` refuses more than 16 MiB.
  init(file: String, part: String? = nil, number: Int = 0, text: String) {
    self.file = file
    self.part = part
    self.number = number
    bytes = Array(text.utf8.prefix(Int(Int32.max)))
    var spans: [Range<Int32>] = []
    var start = 0
    var i = start
    while i < bytes.count {
      let length = Self.breakLength(bytes, at: i)
      if length > 0 {
        spans.append(Int32(start)..<Int32(i))
        start = i + length
      }
      i += max(1, length)
    }
    if start < bytes.count || spans.isEmpty { spans.append(Int32(start)..<Int32(bytes.count)) }
    self.spans = spans
  }

  var lineCount: Int { spans.count }

  /// Line `number`, from 1 on, without its break.
  func line(_ number: Int) -> [Unicode.Scalar] {
    Array(String(decoding: utf8(ofLine: number), as: UTF8.self).unicodeScalars)
  }

  func utf8(ofLine number: Int) -> ArraySlice<UInt8> {
    let span = spans[number - 1]
    return bytes[Int(span.lowerBound)..<Int(span.upperBound)]
  }

  /// Bytes of the line break that begins there; 0: none does. As YAML 1.1 has them: CR LF, LF, CR, NEL, LS, PS.
  private static func breakLength(_ bytes: [UInt8], at i: Int) -> Int {
    switch bytes[i] {
    case 0x0A: 1
    case 0x0D: i + 1 < bytes.count && bytes[i + 1] == 0x0A ? 2 : 1
    case 0xC2: i + 1 < bytes.count && bytes[i + 1] == 0x85 ? 2 : 0
    case 0xE2:
      i + 2 < bytes.count && bytes[i + 1] == 0x80 && (bytes[i + 2] == 0xA8 || bytes[i + 2] == 0xA9) ? 3 : 0
    default: 0
    }
  }

  /// A position that exists: marks at the end of the text may point one line too far.
  func clamped(_ position: TextPosition) -> TextPosition {
    guard position.line <= lineCount else {
      return at(lineCount, line(lineCount).count + 1)
    }
    let number = max(1, position.line)
    return at(number, min(max(1, position.column), line(number).count + 1))
  }

  /// A place in this file.
  func at(_ line: Int, _ column: Int) -> TextPosition {
    TextPosition(file: number, line: line, column: column)
  }

  var start: TextPosition { at(1, 1) }

  /// The line of `position` as it may be shown. What stands from `hiddenFrom` on is blanked.
  func excerpt(at position: TextPosition, hiddenFrom: Int?) -> Excerpt {
    let place = clamped(position)
    var line = line(place.line)
    let hidden = [hiddenFrom, Self.passwordColumn(line)].compactMap { $0 }.min()
    if let hidden, hidden <= line.count { line = Array(line[..<(hidden - 1)]) + Array("***".unicodeScalars) }
    return Excerpt(line: line, column: min(place.column, line.count + 1))
  }

  /// Where the value of a key `password` begins, however the line is written.
  private static func passwordColumn(_ line: [Unicode.Scalar]) -> Int? {
    let word = Array("password".unicodeScalars)
    guard line.count > word.count else { return nil }
    for start in 0...(line.count - word.count) where line[start] == "p" || line[start] == "P" {
      let here = line[start..<(start + word.count)]
      guard zip(here, word).allSatisfy({ $0.properties.lowercaseMapping == String($1) }) else { continue }
      var next = start + word.count
      while next < line.count, line[next] == "\"" || line[next] == "'" || line[next] == " " { next += 1 }
      if next < line.count, line[next] == ":" || line[next] == "=" {
        return next + 1 < line.count && line[next + 1] == " " ? next + 3 : next + 2
      }
    }
    return nil
  }
}

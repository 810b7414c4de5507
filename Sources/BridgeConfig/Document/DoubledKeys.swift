/// Lets the parser pass over doubled keys, so that one run finds all problems.
///
/// The parser stops at a mapping with a doubled key and says where the first of the two stands. That one is
/// written over with a stand-in of the same length, which moves no mark, and the text is parsed again.
struct DoubledKeys {
  private let source: SourceText
  /// Lines that were written over, by number.
  private var rewritten: [Int: [Unicode.Scalar]] = [:]
  /// Stand-in → the key it stands for.
  private(set) var renamed: [String: String] = [:]

  init(source: SourceText) { self.source = source }

  var text: String {
    var bytes: [UInt8] = []
    for number in 1...source.lineCount {
      if let line = rewritten[number] {
        bytes += String(String.UnicodeScalarView(line)).utf8
      } else {
        bytes += source.utf8(ofLine: number)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `false` where the key there is not written out in letters.
  mutating func rename(at position: TextPosition) -> Bool {
    guard position.line >= 1, position.line <= source.lineCount else { return false }
    let line = rewritten[position.line] ?? source.line(position.line)
    var start = position.column - 1
    guard start >= 0, start < line.count else { return false }
    var end: Int
    if line[start] == "\"" || line[start] == "'" {
      let quote = line[start]
      start += 1
      end = line[start...].firstIndex(of: quote) ?? start
    } else {
      end = start
      while end < line.count, line[end] != ":" || (end + 1 < line.count && line[end + 1] != " ") { end += 1 }
      while end > start, line[end - 1] == " " { end -= 1 }
    }
    guard end > start, let standIn = Unicode.Scalar(UInt32(0xE000 + renamed.count % 6400)) else {
      return false
    }
    let key = String(String.UnicodeScalarView(line[start..<end]))
    guard !key.unicodeScalars.contains(where: { "&*!\\".unicodeScalars.contains($0) }) else { return false }
    let letters = [Unicode.Scalar](repeating: standIn, count: end - start)
    rewritten[position.line] = line[..<start] + letters + line[end...]
    renamed[String(String.UnicodeScalarView(letters))] = key
    return true
  }
}

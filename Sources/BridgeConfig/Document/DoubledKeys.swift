/// Lets the parser pass over doubled keys, so that one run finds all problems.
///
/// The parser stops at a mapping with a doubled key and says where the first of the two stands. That one is
/// written over with a stand-in of the same length, which moves no mark, and the text is parsed again.
struct DoubledKeys {
  private var lines: [[Unicode.Scalar]]
  /// Stand-in → the key it stands for.
  private(set) var renamed: [String: String] = [:]

  init(source: SourceText) { lines = source.lines }

  var text: String {
    var view = String.UnicodeScalarView()
    for line in lines {
      view.append(contentsOf: line)
      view.append("\n")
    }
    return String(view)
  }

  /// `false` where the key there is not written out in letters.
  mutating func rename(at position: TextPosition) -> Bool {
    guard position.line >= 1, position.line <= lines.count else { return false }
    let line = lines[position.line - 1]
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
    lines[position.line - 1].replaceSubrange(start..<end, with: letters)
    renamed[String(String.UnicodeScalarView(letters))] = key
    return true
  }
}

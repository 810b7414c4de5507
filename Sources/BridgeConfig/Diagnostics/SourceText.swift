/// The file's text by lines, broken where YAML breaks them, so that a parser's mark finds its line.
struct SourceText {
  let file: String
  let lines: [[Unicode.Scalar]]

  init(file: String, text: String) {
    self.file = file
    var lines: [[Unicode.Scalar]] = []
    var line: [Unicode.Scalar] = []
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(line)
        line.removeAll(keepingCapacity: true)
      case "\u{FEFF}" where lines.isEmpty && line.isEmpty: break
      default: line.append(scalar)
      }
      previous = scalar
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    self.lines = lines
  }

  /// A position that exists: marks at the end of the text may point one line too far.
  func clamped(_ position: TextPosition) -> TextPosition {
    guard position.line <= lines.count else {
      return TextPosition(line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }
    let line = max(1, position.line)
    return TextPosition(line: line, column: min(max(1, position.column), lines[line - 1].count + 1))
  }

  /// The line of `position` as it may be shown. What stands from `hiddenFrom` on is blanked.
  func excerpt(at position: TextPosition, hiddenFrom: Int?) -> Excerpt {
    let place = clamped(position)
    var line = lines[place.line - 1]
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

/// Looks at the bare text before the YAML parser does, and refuses what would cost it stack or time without
/// bound.
struct TextGuard {
  /// Bytes of UTF-8.
  static let sizeMax = 16 * 1_048_576
  static let depthMax = 48

  private var depth = 0
  private var quote: Unicode.Scalar?
  private var isEscaped = false

  /// Records what is refused; `true` where the text may be parsed.
  static func check(_ text: String, _ source: SourceText, _ problems: Problems) -> Bool {
    guard text.utf8.count <= sizeMax else {
      problems.error(
        at: source.start,
        "the file has \(text.utf8.count) bytes; the largest that is read has \(sizeMax)")
      return false
    }
    var guardian = TextGuard()
    for number in 1...source.lineCount {
      if let (column, message, help) = guardian.check(source.line(number)) {
        problems.error(at: source.at(number, column), message, help: help)
        return false
      }
    }
    return true
  }

  private mutating func check(_ line: [Unicode.Scalar]) -> (Int, String, String?)? {
    if quote == nil, let column = Self.blockDepthColumn(line) {
      return (column, "nested too deeply: more than \(Self.depthMax) levels", nil)
    }
    var previous: Unicode.Scalar = "\n"
    for (i, scalar) in line.enumerated() {
      if let problem = Self.controlCharacter(scalar) { return (i + 1, problem, "delete it") }
      if quote != nil {
        closeQuote(at: scalar)
        continue
      }
      let startsToken = " \n\t[{,:-".unicodeScalars.contains(previous)
      switch scalar {
      case "#" where previous == " " || previous == "\n" || previous == "\t": return nil
      case "\"" where startsToken, "'" where startsToken: quote = scalar
      case "[" where startsToken, "{" where startsToken:
        depth += 1
        if depth > Self.depthMax {
          return (i + 1, "nested too deeply: more than \(Self.depthMax) levels", nil)
        }
      case "]", "}":
        depth = max(0, depth - 1)
        if Self.isKeyEnd(line, after: i) { return (i + 1, "a list or mapping cannot be a key", nil) }
      case "*" where startsToken:
        if Self.isAliasKey(line, from: i) { return (i + 1, "an alias cannot be a key", nil) }
      case "?" where startsToken && (i + 1 == line.count || line[i + 1] == " "):
        return (i + 1, "a key is a plain word, without '? ' before it", nil)
      default: break
      }
      previous = scalar
    }
    return nil
  }

  private mutating func closeQuote(at scalar: Unicode.Scalar) {
    if isEscaped {
      isEscaped = false
    } else if quote == "\"" && scalar == "\\" {
      isEscaped = true
    } else if scalar == quote {
      quote = nil
    }
  }

  private static func controlCharacter(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: nil
    default: "control character U+\(String(scalar.value, radix: 16, uppercase: true)) in the text"
    }
  }

  /// Every block level takes a column, so a bound on the indent bounds the levels.
  private static func blockDepthColumn(_ line: [Unicode.Scalar]) -> Int? {
    let indent = line.prefix { $0 == " " || $0 == "-" || $0 == "?" || $0 == ":" }
    return indent.count > 2 * depthMax && indent.count < line.count ? indent.count + 1 : nil
  }

  private static func isKeyEnd(_ line: [Unicode.Scalar], after index: Int) -> Bool {
    line[(index + 1)...].first { $0 != " " && $0 != "\t" } == ":"
  }

  private static func isAliasKey(_ line: [Unicode.Scalar], from index: Int) -> Bool {
    let rest = line[(index + 1)...].drop { $0 != " " && $0 != "\t" && $0 != "," && $0 != "]" && $0 != "}" }
    let nameEndsInColon = line[(index + 1)..<rest.startIndex].last == ":"
    return nameEndsInColon || rest.first { $0 != " " && $0 != "\t" } == ":"
  }
}

/// Text as it stands in YAML: in a config, and in what other programs read.
package enum YAMLText {
  /// Within a comment of one line, which it does not end.
  static func comment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { steers($0) ? " " : $0 }))
  }

  /// Bare where YAML reads nothing else into it, else in quotes. Control characters become blanks: they cannot stand in a config.
  package static func value(_ text: String) -> String {
    let clean = comment(text)
    return isBare(clean) ? clean : quoted(clean)
  }

  /// In quotes, whatever it is. Control characters become blanks.
  package static func quoted(_ text: String) -> String {
    "'" + comment(text).replacing("'", with: "''") + "'"
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || isOverride(scalar)
  }

  /// Separators of lines, marks of direction and of order, and what is no character.
  private static func isOverride(_ scalar: Unicode.Scalar) -> Bool {
    (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      || scalar.value == 0xFEFF || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }

  private static func isBare(_ text: String) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter, text.last != " ", text.last != ":" else {
      return false
    }
    if text.contains(": ") || text.contains(" #") { return false }
    if text.contains(where: { "{}[],'\"&*!|>%@`\\".contains($0) }) { return false }
    return !["yes", "no", "on", "off", "true", "false", "null", "y", "n"].contains(text.lowercased())
  }
}

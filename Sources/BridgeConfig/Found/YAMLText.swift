/// A value as it stands in a config.
enum YAMLText {
  /// Within a comment of one line, which it does not end.
  static func comment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { steers($0) ? " " : $0 }))
  }

  /// Bare where YAML reads nothing else into it, else in quotes. Control characters become blanks: they cannot stand in a config.
  static func value(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(steers(scalar) ? " " : scalar) }
    let clean = String(scalars)
    return isBare(clean) ? clean : "'" + clean.replacing("'", with: "''") + "'"
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

  static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : value.description
  }
}

/// How many columns of a terminal a text takes, and texts made to fit.
///
/// Source: Unicode Standard Annex #11 (East Asian Width) and #51 (emoji presentation), at the precision that terminals have.
package enum TextWidth {
  package static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  /// A cluster (a base with its marks, a flag, a family) takes as much as its widest scalar.
  static func columns(_ character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      // VARIATION SELECTOR-16 asks for the snapshot of the character before it.
      if scalar.value == 0xFE0F { return 2 }
      widest = max(widest, columns(scalar))
    }
    return widest
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation || wide.contains(where: { $0.contains(value) }) { return 2 }
    return 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// At most `columns` wide; what is cut ends in `…`.
  static func cut(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard self.columns(text) > columns else { return text }
    var result = ""
    var used = 0
    for character in text {
      let width = self.columns(character)
      if used + width > columns - 1 { break }
      result.append(character)
      used += width
    }
    return result + "…"
  }

  /// Exactly `columns` wide.
  static func fit(_ text: String, to columns: Int, right: Bool = false) -> String {
    let cut = cut(text, to: columns)
    let padding = String(repeating: " ", count: max(0, columns - self.columns(cut)))
    return right ? padding + cut : cut + padding
  }

  /// Nothing that comes over the network may steer the terminal, or leave the comment that it is printed in: control characters and
  /// overrides of the writing direction become visible dots.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(steers(scalar) ? "·" : scalar) }
    return String(result)
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 0x20 || (0x7F..<0xA0).contains(value) || (0x2028...0x202E).contains(value)
      || (0x2066...0x2069).contains(value) || [0x200E, 0x200F, 0xFEFF, 0xFFFE, 0xFFFF].contains(value)
  }
}

/// A source line beside a diagnostic, and what goes before the caret so that it stands under its column in a
/// terminal.
package struct Excerpt: Sendable, Hashable {
  package let text: String
  package let padding: String

  private static let widthMax = 120

  init(line: [Unicode.Scalar], column: Int) {
    let index = max(0, column - 1)
    let from = index > Self.widthMax - 20 ? index - Self.widthMax / 2 : 0
    let to = min(line.count, from + Self.widthMax)
    var text = String.UnicodeScalarView()
    var padding = from > 0 ? " " : ""
    if from > 0 { text.append("…") }
    for position in from..<max(from, to) {
      let scalar = line[position]
      let isShown = scalar == "\t" || scalar.properties.generalCategory != .control
      text.append(isShown ? scalar : "\u{FFFD}")
      if position < index { padding += Self.padding(for: scalar) }
    }
    if to < line.count { text.append("…") }
    self.text = String(text)
    self.padding = padding
  }

  private static func padding(for scalar: Unicode.Scalar) -> String {
    if scalar == "\t" { return "\t" }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return ""
    default: return isWide(scalar) ? "  " : " "
    }
  }

  /// Two cells wide in a terminal: the W and F ranges of Unicode Standard Annex 11 that are in use.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

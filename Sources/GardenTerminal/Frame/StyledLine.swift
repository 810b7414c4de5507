/// One line of a frame: pieces of text with a style. Colour is never the only sign; without it the words say the same.
package struct StyledLine: Sendable, Hashable {
  package enum Style: Sendable, Hashable {
    case plain, strong, faint, good, warning, alarm, water
    case selected

    /// The parameters of "Select Graphic Rendition" (ECMA-48 §8.3.117).
    var parameters: String {
      switch self {
      case .plain: ""
      case .strong: "1"
      case .faint: "2"
      case .good: "32"
      case .warning: "33"
      case .alarm: "1;31"
      case .water: "36"
      case .selected: "7"
      }
    }
  }

  struct Piece: Sendable, Hashable {
    var text: String
    var style: Style
  }

  private(set) var pieces: [Piece] = []

  init(_ text: String = "", _ style: Style = .plain) { add(text, style) }

  mutating func add(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { pieces.append(Piece(text: text, style: style)) }
  }

  package var plain: String { pieces.map(\.text).joined() }

  /// At most `columns` wide, with escape sequences where `colour` is wanted.
  package func text(columns: Int, colour: Bool) -> String {
    var left = columns
    var result = ""
    for piece in pieces where left > 0 {
      let text = TextWidth.cut(piece.text, to: left)
      left -= TextWidth.columns(text)
      let parameters = piece.style.parameters
      result += colour && !parameters.isEmpty ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
    }
    return result
  }
}

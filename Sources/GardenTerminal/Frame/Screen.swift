/// Turns frames into what the terminal needs to be sent: only the lines that changed, in one write, so nothing flickers.
package struct Screen: Sendable {
  private var shown: [String] = []
  private var size = TerminalSize(columns: 0, rows: 0)

  package init() {}

  /// Alternate screen, cursor hidden.
  package static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  /// Everything as it was; safe to write twice, and from a signal handler as these bytes.
  package static let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// What to write to get from the last frame to this one; empty where they are the same.
  package mutating func update(_ lines: [String], size: TerminalSize) -> String {
    var output = ""
    if size != self.size {
      output += "\u{1B}[0m\u{1B}[2J"
      shown = []
      self.size = size
    }
    let visible = lines.prefix(size.rows)
    for (row, line) in visible.enumerated() where row >= shown.count || shown[row] != line {
      output += "\u{1B}[\(row + 1);1H\(line)\u{1B}[0m\u{1B}[K"
    }
    if visible.count < shown.count { output += "\u{1B}[\(visible.count + 1);1H\u{1B}[J" }
    shown = Array(visible)
    // Terminals that know mode 2026 show the whole update at once; others ignore it.
    return output.isEmpty ? "" : "\u{1B}[?2026h" + output + "\u{1B}[?2026l"
  }
}

package struct TerminalSize: Sendable, Hashable {
  package var columns: Int
  package var rows: Int
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

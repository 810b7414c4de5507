/// A QR code in a terminal: two modules in each character, black on white whatever the screen, with the quiet zone of
/// four modules (ISO/IEC 18004:2015, 6.3.8).
package enum QRLines {
  package static func lines(of code: QRCode) -> [String] {
    let span = -4..<code.size + 4
    return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
      // The colours are said, whatever the terminal's own are: white paper, black ink.
      let cells = span.map { column in
        switch (code.isDark(row, column), code.isDark(row + 1, column)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[38;5;16;48;5;231m" + cells.joined() + "\u{1B}[0m"
    }
  }
}

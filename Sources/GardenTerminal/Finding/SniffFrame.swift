/// The list of devices that grows while a broker is listened to.
package struct SniffFrame: Sendable {
  package struct Row: Sendable, Hashable {
    package var name: String
    package var family: String
    package var values: String
    /// How old the values are, or that it cannot be known.
    package var age: String
    package var isGuess: Bool
    package init(name: String, family: String, values: String, age: String, isGuess: Bool) {
      self.name = name
      self.family = family
      self.values = values
      self.age = age
      self.isGuess = isGuess
    }
  }

  private var lines: [StyledLine] = []
  private let columns: Int

  /// - Parameters:
  ///   - heading: where is listened to, and for how much longer.
  ///   - footnote: what else was heard.
  package init(rows: [Row], heading: String, footnote: String, size: TerminalSize) {
    columns = size.columns
    lines.append(StyledLine(TextWidth.harmless(heading), .strong))
    lines.append(StyledLine())
    let room = max(1, size.rows - 5)
    let widths = Widths(rows, columns: size.columns)
    if rows.isEmpty {
      lines.append(StyledLine("Nothing that measures a plant was heard yet.", .faint))
    } else {
      lines.append(
        StyledLine(widths.line("device", "family", "values", "age"), .faint))
    }
    let shown = rows.count > room ? Array(rows.prefix(room - 1)) : rows
    for row in shown {
      let family = row.isGuess ? row.family + "?" : row.family
      lines.append(
        StyledLine(widths.line(row.name, family, row.values, row.age), row.isGuess ? .faint : .plain))
    }
    if shown.count < rows.count {
      lines.append(StyledLine("… and \(rows.count - shown.count) more", .faint))
    }
    lines.append(StyledLine())
    lines.append(StyledLine(TextWidth.harmless(footnote), .faint))
  }

  package func text(colour: Bool) -> [String] { lines.map { $0.text(columns: columns, colour: colour) } }

  private struct Widths {
    var name: Int
    var family: Int
    var values: Int
    private static let age = 8

    init(_ rows: [Row], columns: Int) {
      let longest = rows.map { TextWidth.columns(TextWidth.harmless($0.name)) }.max() ?? 0
      name = min(max(6, longest), max(12, columns / 3))
      family = min(16, max(6, (rows.map(\.family.count).max() ?? 0) + 1))
      values = max(8, columns - name - family - Self.age - 6)
    }

    func line(_ name: String, _ family: String, _ values: String, _ age: String) -> String {
      [
        TextWidth.fit(TextWidth.harmless(name), to: self.name), TextWidth.fit(family, to: self.family),
        TextWidth.fit(values, to: self.values), TextWidth.fit(age, to: Self.age, right: true),
      ].joined(separator: "  ")
    }
  }
}

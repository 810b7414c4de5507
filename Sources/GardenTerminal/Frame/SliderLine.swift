import LoamKit

/// A setpoint as a slider: what is in force, what was asked for, how far that came.
struct SliderLine {
  let control: ControlState
  let moving: Double?
  let isSelected: Bool

  func line(nameColumns: Int, barColumns: Int) -> StyledLine {
    var line = StyledLine(isSelected ? "› " : "  ", .strong)
    let name = TextWidth.harmless(control.name ?? control.title)
    line.add(TextWidth.fit(name, to: nameColumns), isSelected ? .selected : .plain)
    line.add(" " + bar(columns: barColumns) + " ")
    line.add(control.value.map { figure($0) } ?? "–", .strong)
    let (word, style) = phase
    line.add(word, style)
    return line
  }

  private func bar(columns: Int) -> String {
    var cells = [Character](repeating: "─", count: columns)
    if let requested = control.requested, control.phase != .settled { cells[cell(requested, columns)] = "○" }
    if let shown = moving ?? control.value { cells[cell(shown, columns)] = "●" }
    return "├" + String(cells) + "┤"
  }

  private func cell(_ value: Double, _ columns: Int) -> Int {
    let share = (value - control.min) / (control.max - control.min)
    return min(max(Int((share * Double(columns - 1)).rounded()), 0), columns - 1)
  }

  private var phase: (String, StyledLine.Style) {
    if let moving { return (" → \(figure(moving))", .strong) }
    let asked = control.requested.map { " " + figure($0) } ?? ""
    return switch control.phase {
    case .settled: ("", .plain)
    case .requested: (" asked for\(asked)", .faint)
    case .accepted: (" sent\(asked), waiting for the device", .faint)
    case .rejected: (" refused\(asked)", .warning)
    case .noAnswer: (" no answer to\(asked)", .warning)
    }
  }

  private func figure(_ value: Double) -> String {
    Figures.text(value, step: control.step, unit: TextWidth.harmless(control.unit))
  }
}

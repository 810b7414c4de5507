import GardenWords
import LoamKit

/// The plants: name, moisture with its history and limit, status in words, next watering.
struct PlantTable {
  let frame: Frame

  private var columns: Int { frame.size.columns }
  private var nameColumns: Int { min(20, max(8, columns / 5)) }
  private var lineColumns: Int { columns < 56 ? 0 : min(32, max(8, columns - 76)) }
  private var hasNextColumn: Bool { columns >= 70 }

  var lines: [StyledLine] {
    let plants = frame.model.plantList
    guard !plants.isEmpty else { return [StyledLine("no plants yet", .faint)] }
    var heading = "  " + TextWidth.fit("PLANT", to: nameColumns)
    if lineColumns > 0 { heading += " " + TextWidth.fit("SOIL", to: lineColumns) }
    heading += TextWidth.fit("NOW", to: 6, right: true)
    if columns >= 50 { heading += TextWidth.fit("LIMIT", to: 7, right: true) }
    if hasNextColumn { heading += "  " + TextWidth.fit("WATER", to: 11) }
    heading += "  STATUS"
    return [StyledLine(heading, .faint)] + plants.map(line)
  }

  /// As many rows as there is room for, scrolled so that the selected one is among them.
  static func window(_ lines: [StyledLine], rows: Int, selected: Int) -> [StyledLine] {
    guard lines.count > rows, rows > 1 else { return Array(lines.prefix(max(rows, 0))) }
    let start = min(max(1, selected - (rows - 1) / 2), lines.count - (rows - 1))
    return [lines[0]] + lines[start..<(start + rows - 1)]
  }

  private func line(_ plant: PlantRow) -> StyledLine {
    let isSelected = frame.keys.selected == .plant(plant.id)
    var line = StyledLine(isSelected ? "› " : "  ", .strong)
    line.add(
      TextWidth.fit(TextWidth.harmless(plant.state.n), to: nameColumns), isSelected ? .selected : .plain)
    if lineColumns > 0 {
      line.add(" ")
      line.add(Sparkline.text(plant.history, columns: lineColumns), plant.isWatering ? .water : .plain)
    }
    line.add(TextWidth.fit(plant.state.moistureText ?? "–", to: 6, right: true))
    if columns >= 50 { line.add(TextWidth.fit(limit(of: plant), to: 7, right: true), .faint) }
    if hasNextColumn { line.add("  " + TextWidth.fit(next(plant), to: 11), .faint) }
    let (word, style) = status(plant.state, plant.history)
    line.add("  " + word, style)
    if plant.hasReminder { line.add(" !", .warning) }
    if plant.isWatering { line.add(" 💧 watering", .water) }
    if plant.isBatteryLow { line.add(" \(Languages.english(.batteryLow))", .warning) }
    if !hasNextColumn, !plant.isWatering { line.add(" · water \(next(plant))", .faint) }
    return line
  }

  private func limit(of plant: PlantRow) -> String {
    if let control = frame.model.limit(of: plant.id), let moving = frame.keys.moving(control) {
      return "→\(Figures.text(moving, step: control.step))%"
    }
    return plant.state.d.map { "\(Figures.text($0, step: 1))%" } ?? ""
  }

  private func status(_ state: PlantState, _ history: [Double]) -> (String, StyledLine.Style) {
    switch state.s {
    case .ok: (state.statusWord, .good)
    case .unknown where state.isByCalendar: (state.statusWord, state.nextBecause == .due ? .alarm : .good)
    // Before the first value nothing is wrong yet.
    case .unknown where history.isEmpty && (state.y == .never || state.y == .unreadable):
      ("waiting for its probe", .faint)
    case .stale, .unknown: (state.reasonWords ?? state.statusWord, .warning)
    case .dry, .cold, .hot: (state.statusWord, .alarm)
    case .wet, .dark, .bright, .hungry, .salty: (state.statusWord, .warning)
    }
  }

  private func next(_ plant: PlantRow) -> String {
    guard let next = plant.state.x else { return "when dry" }
    let now = frame.setting.now.seconds
    if let earliest = plant.state.a, let latest = plant.state.z {
      return Span.between(max(0, earliest.seconds - now), max(0, latest.seconds - now))
    }
    let seconds = next.seconds - now
    // Of one that is due it was the moment of writing, unless it was put off.
    return seconds > 0 ? "in \(Span.short(seconds))" : "now"
  }
}

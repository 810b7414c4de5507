package import LoamKit

/// The whole live view as lines: a pure function of what is known, the keys pressed so far, the size and the time.
package struct Frame: Sendable {
  package struct Setting: Sendable, Hashable {
    /// What the bridge's clock shows; it may run faster than ours.
    package var now: EpochSeconds
    /// Local time is UTC plus this many seconds.
    package var offsetSeconds: Int
    /// A line of our own at the bottom, such as how to listen.
    package var footnote: String
    package init(now: EpochSeconds, offsetSeconds: Int = 0, footnote: String = "") {
      self.now = now
      self.offsetSeconds = offsetSeconds
      self.footnote = footnote
    }
  }

  let model: ViewModel
  let keys: KeyMachine
  let size: TerminalSize
  let setting: Setting

  package init(model: ViewModel, keys: KeyMachine, size: TerminalSize, setting: Setting) {
    self.model = model
    self.keys = keys
    self.size = size
    self.setting = setting
  }

  /// Ready to be written: never wider or taller than the terminal.
  package func text(colour: Bool) -> [String] {
    lines.map { $0.text(columns: size.columns, colour: colour) }
  }

  package var lines: [StyledLine] {
    guard size.columns >= 20, size.rows >= 4 else { return [StyledLine("too small")] }
    if keys.showsHelp { return Array(Help.lines.prefix(size.rows)) }
    let bottom = [status, keyLine]
    let room = size.rows - 1 - bottom.count
    let sections = sections(room: room)
    let filler = [StyledLine](repeating: StyledLine(), count: max(0, room - sections.count))
    return [header] + sections.prefix(room) + filler + bottom
  }

  /// Plants get what the others leave, but at least half; in a low terminal the selected row stays in sight.
  private func sections(room: Int) -> [StyledLine] {
    let setpoints = titled("SETPOINTS", model.setpointList.map(setpointLine))
    let waterings = titled("RUNNING", model.activityList.prefix(4).map(activityLine))
    let reminders = titled("REMINDERS", model.reminderList.prefix(max(2, room / 4)).map(reminderLine))
    let plants = PlantTable(frame: self).lines
    let sections = [waterings, reminders, setpoints].filter { !$0.isEmpty }
    let isAiry = plants.count + sections.reduce(0) { $0 + $1.count + 1 } <= room
    var others = sections.flatMap { isAiry ? [StyledLine()] + $0 : $0 }
    let forOthers = min(others.count, max(room - plants.count, room / 2))
    if others.count > forOthers {
      others = Array((waterings.dropFirst() + reminders.dropFirst()).prefix(forOthers))
    }
    let forPlants = room - others.count
    return PlantTable.window(plants, rows: forPlants, selected: selectedPlantLine) + others
  }

  /// Line of the selected plant in the table; 0 is the heading.
  private var selectedPlantLine: Int {
    guard case .plant(let id)? = keys.selected else { return 0 }
    return (model.plantList.firstIndex { $0.id == id } ?? 0) + 1
  }

  private func titled(_ title: String, _ lines: [StyledLine]) -> [StyledLine] {
    lines.isEmpty ? [] : [StyledLine(title, .faint)] + lines
  }

  private var header: StyledLine {
    var line = StyledLine("Loam", .strong)
    let site = model.info.map { " · \(TextWidth.harmless($0.bridge))" } ?? ""
    line.add(site)
    let (word, style) = bridgeWord
    let clock = Clock.text(setting.now, offsetSeconds: setting.offsetSeconds)
    let used = TextWidth.columns(line.plain)
    let right = "\(word) · \(clock)"
    let gap = size.columns - used - TextWidth.columns(right)
    line.add(String(repeating: " ", count: max(1, gap)))
    line.add(word, style)
    line.add(" · \(clock)")
    return line
  }

  private var bridgeWord: (String, StyledLine.Style) {
    guard let bridge = model.bridge else { return ("waiting for the bridge", .warning) }
    if !bridge.online { return ("bridge offline", .alarm) }
    let age = setting.now.seconds - bridge.ts.seconds
    return age > 180 ? ("bridge silent for \(Span.text(age))", .alarm) : ("bridge online", .good)
  }

  private func reminderLine(_ reminder: ReminderState) -> StyledLine {
    var line = StyledLine(" ! ", .warning)
    let alert = reminder.alert
    line.add(TextWidth.harmless(alert.title ?? reminder.key.text), .strong)
    for part in [alert.subtitle, alert.body].compactMap({ $0 }) { line.add(" · " + TextWidth.harmless(part)) }
    if reminder.state == .watering { line.add(" (being watered)", .faint) }
    if reminder.state == .snoozed, let until = reminder.until {
      line.add(" (again in \(Span.text(until.seconds - setting.now.seconds)))", .faint)
    }
    return line
  }

  private func activityLine(_ activity: ActivityState) -> StyledLine {
    let content = activity.contentState
    let width = min(24, max(6, size.columns / 4))
    let filled = Int((content.progress * Double(width)).rounded(.down))
    var line = StyledLine(" \(TextWidth.harmless(content.emoji)) ")
    line.add(
      "[" + String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled) + "]",
      .water)
    line.add(TextWidth.fit("\(Int((content.progress * 100).rounded(.down)))%", to: 6, right: true))
    line.add("  " + TextWidth.harmless(content.title))
    if activity.state == .stale { line.add(" (no news)", .warning) }
    if activity.state == .active, let ends = activity.ends {
      line.add(" · \(Span.text(max(0, ends.seconds - setting.now.seconds))) left", .faint)
    }
    return line
  }

  private func setpointLine(_ control: ControlState) -> StyledLine {
    let isSelected = keys.selected == .setpoint(control.id.text)
    return SliderLine(control: control, moving: keys.moving(control), isSelected: isSelected).line(
      nameColumns: min(22, size.columns / 4), barColumns: min(30, max(6, size.columns / 4)))
  }

  private var status: StyledLine {
    if !keys.message.isEmpty { return StyledLine(TextWidth.harmless(keys.message), .strong) }
    if case .plant(let id)? = keys.selected, let limit = model.limit(of: id), let moving = keys.moving(limit)
    {
      return StyledLine(
        "\(TextWidth.harmless(limit.title)): \(Figures.text(moving, step: limit.step, unit: limit.unit))",
        .strong
      )
    }
    if let ack = model.lastAck, !ack.ok {
      return StyledLine(ack.refusal { Clock.text($0, offsetSeconds: setting.offsetSeconds) }, .warning)
    }
    return StyledLine(setting.footnote, .faint)
  }

  private var keyLine: StyledLine {
    StyledLine(
      size.columns >= 79
        ? "↑↓ Tab  d done  l later  t tomorrow  ←→ slider  w water  x stop  ? help  q quit"
        : "d done l later t tomorrow ? help q quit", .faint)
  }
}

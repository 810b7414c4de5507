package import LoamKit

/// The live view for those without a terminal: one readable line per change that a person would care about.
package struct LineReporter: Sendable {
  /// Moisture is told again when it has moved this far.
  package static let moistureStep = 5.0
  /// Progress is told in quarters.
  package static let progressStep = 0.25

  /// Of the garden's zone.
  package var offsetSeconds: Int
  private var toldMoisture: [String: Double] = [:]
  private var toldProgress: [String: Double] = [:]

  package init(offsetSeconds: Int = 0) { self.offsetSeconds = offsetSeconds }

  package mutating func lines(for changes: [ViewChange], now: EpochSeconds) -> [String] {
    let clock = Clock.text(now, offsetSeconds: offsetSeconds)
    return changes.compactMap { line(for: $0).map { "\(clock)  \(TextWidth.harmless($0))" } }
  }

  private mutating func line(for change: ViewChange) -> String? {
    switch change {
    case .plant(let row, let before): return plant(row, before)
    case .plantGone(let id):
      toldMoisture[id] = nil
      return "plant \(id) is gone"
    case .reminder(let reminder, let before): return Self.reminder(reminder, before)
    case .reminderGone(let reminder): return "reminder closed: \(reminder.alert.title ?? reminder.key.text)"
    case .activity(let activity, let before): return progress(activity, before)
    case .control(let control, let before): return Self.control(control, before)
    case .bridge(let status, _): return status.online ? "bridge online" : "bridge offline"
    case .ack(let ack):
      return ack.ok
        ? "answer \(ack.code.rawValue)"
        : "answer refused: \(ack.refusal { Clock.text($0, offsetSeconds: offsetSeconds) })"
    }
  }

  private mutating func plant(_ row: PlantRow, _ before: PlantState?) -> String? {
    let state = row.state
    let moved = abs((state.m ?? 0) - (toldMoisture[row.id] ?? -100)) >= Self.moistureStep
    guard state.s != before?.s || state.f != before?.f || moved else { return nil }
    toldMoisture[row.id] = state.m ?? 0
    let moisture = state.moistureText.map { ", soil \($0)" } ?? ""
    let limit = state.d.map { " (limit \(Int($0.rounded()))%)" } ?? ""
    let reason = state.reasonWords.map { " (\($0))" } ?? ""
    return "\(state.n): \(state.statusWord)\(reason)\(moisture)\(limit)\(row.isWatering ? ", watering" : "")"
  }

  private static func reminder(_ reminder: ReminderState, _ before: ReminderState?) -> String? {
    guard reminder.state != before?.state || reminder.rev != before?.rev else { return nil }
    let what = [reminder.alert.title, reminder.alert.subtitle].compactMap { $0 }.joined(separator: ": ")
    switch reminder.state {
    case .due: return "due: \(what)"
    case .sent: return "reminder: \(what)"
    case .watering: return "watering: \(what)\(reminder.by.map { " by \($0.text)" } ?? "")"
    case .snoozed: return "snoozed: \(what)\(reminder.by.map { " by \($0.text)" } ?? "")"
    }
  }

  private mutating func progress(_ activity: ActivityState, _ before: ActivityState?) -> String? {
    let id = activity.id.text
    let progress = activity.contentState.progress
    let told = toldProgress[id] ?? -1
    guard
      activity.state != before?.state || progress - told >= Self.progressStep || (progress == 1 && told < 1)
    else {
      return nil
    }
    toldProgress[id] = activity.state == .ended ? nil : progress
    let percent = Int((progress * 100).rounded(.down))
    return "\(activity.contentState.emoji) \(activity.contentState.title): \(percent)%"
      + (activity.state == .active ? "" : " (\(activity.state.rawValue))")
  }

  private static func control(_ control: ControlState, _ before: ControlState?) -> String? {
    guard
      control.phase != before?.phase || control.value != before?.value
        || control.requested != before?.requested
    else { return nil }
    let name = "\(control.title)\(control.name.map { " · \($0)" } ?? "")"
    let value = control.value.map { Figures.text($0, step: control.step, unit: control.unit) } ?? "unknown"
    guard control.phase != .settled, let requested = control.requested else { return "\(name): \(value)" }
    return
      "\(name): \(value), \(control.phase.rawValue) \(Figures.text(requested, step: control.step, unit: control.unit))"
  }
}

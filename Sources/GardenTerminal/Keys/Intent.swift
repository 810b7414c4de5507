package import LoamKit

/// What the person at the terminal wants of the bridge.
package enum Intent: Sendable, Hashable {
  /// `reminder` nil: "done" without having been asked.
  case answer(ActionName, plant: SubjectName, reminder: ReminderState?)
  case move(ControlName, value: Double, unit: String, base: Int)
  case water(SubjectName)
  case stop(SubjectName)
  case quit

  /// What is sent for it.
  package enum Message: Sendable, Hashable {
    case action(ActionMessage)
    case set(SetMessage)
  }

  /// The document with which a device says it; `nil` for ``quit``.
  package func message(id: MessageID, at now: EpochSeconds) -> Message? {
    switch self {
    case .answer(let action, let plant, let reminder):
      .action(
        ActionMessage(
          id: id, category: reminder?.category ?? .wateringReminder, action: action, plant: plant, at: now,
          note: reminder?.note, key: reminder?.key, rev: reminder?.rev))
    case .move(let control, let value, let unit, let base):
      .set(SetMessage(id: id, control: control, value: value, unit: unit, base: base, at: now))
    case .water(let plant):
      .action(ActionMessage(id: id, category: .wateringControl, action: .waterStart, plant: plant, at: now))
    case .stop(let plant):
      .action(ActionMessage(id: id, category: .wateringControl, action: .waterStop, plant: plant, at: now))
    case .quit: nil
    }
  }
}

package import LoamKit

/// What the person at the terminal wants of the bridge.
package enum Intent: Sendable, Hashable {
  /// `reminder` nil: "done" without having been asked.
  case answer(ActionName, plant: SubjectName, reminder: ReminderState?)
  case move(ControlName, value: Double, unit: String, base: Int)
  case water(SubjectName)
  case stop(SubjectName)
  case quit

  /// Topic and document with which a device says it; `nil` for ``quit``.
  package func message(
    from device: DeviceName, id: MessageID, at now: EpochSeconds, tree: TopicTree
  ) throws(DocumentError) -> (topic: String, payload: [UInt8])? {
    switch self {
    case .answer(let action, let plant, let reminder):
      let message = ActionMessage(
        id: id, category: reminder?.category ?? .wateringReminder, action: action, plant: plant, at: now,
        note: reminder?.note, key: reminder?.key, rev: reminder?.rev)
      return (tree.text(.up(device, .action)), try DocumentCodec.encode(message))
    case .move(let control, let value, let unit, let base):
      let message = SetMessage(id: id, control: control, value: value, unit: unit, base: base, at: now)
      return (tree.text(.up(device, .set)), try DocumentCodec.encode(message))
    case .water(let plant): return try valve(.waterStart, plant, device, id, now, tree)
    case .stop(let plant): return try valve(.waterStop, plant, device, id, now, tree)
    case .quit: return nil
    }
  }

  private func valve(
    _ action: ActionName, _ plant: SubjectName, _ device: DeviceName, _ id: MessageID, _ now: EpochSeconds,
    _ tree: TopicTree
  ) throws(DocumentError) -> (topic: String, payload: [UInt8]) {
    let message = ActionMessage(id: id, category: .wateringControl, action: action, plant: plant, at: now)
    return (tree.text(.up(device, .action)), try DocumentCodec.encode(message))
  }
}

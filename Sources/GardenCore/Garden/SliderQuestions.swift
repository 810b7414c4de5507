/// The question of a place that left its range is answered by its slider, wherever that is moved.
extension Garden {
  /// A control was published anew. Nobody goes on showing a slider that others have moved: the question is off the screens until
  /// the device has answered, comes back where it did not take the value, and after a day where the value did not help.
  mutating func sliderMoved(_ new: ControlPicture, from old: ControlPicture?) {
    let key = NoticeKey.setpoint(new.id)
    guard let reminder = memory.reminders.first(where: { $0.key == key && $0.kind == .setpoint }) else {
      return
    }
    let isNew = old.map { $0.phase != new.phase } ?? true
    switch new.phase {
    case .accepted(_, let by) where isNew && by != Controls.config:
      answeredBySlider(reminder, by: by)
    case .rejected where isNew, .noAnswer where isNew:
      askAgain(reminder)
    case .settled where reminder.state != .snoozed && isAnother(new, than: old):
      guard old?.value != nil else { return valueBecameKnown(reminder) }
      answeredBySlider(reminder, by: controls.mover(of: new.id))
    case .settled, .accepted, .rejected, .noAnswer:
      publishReminder(reminder)
    }
  }

  private func isAnother(_ new: ControlPicture, than old: ControlPicture?) -> Bool {
    old?.value != new.value || old?.revision != new.revision
  }

  private mutating func answeredBySlider(_ shown: ReminderMemory, by device: DeviceID?) {
    var reminder = shown
    reminder.state = .snoozed
    reminder.snoozedBy = device
    reminder.wakeAt = turn.now.wall + plan.reminders.repeatAfter
    reminder.repeats = 0
    reminder.devices = []
    turn.remember(.reminder(reminder))
    publishReminder(reminder)
    withdraw(shown, .done, by: device)
  }

  /// The device has said for the first time where it stands: nobody moved anything.
  private mutating func valueBecameKnown(_ reminder: ReminderMemory) {
    if let subject = subject(of: reminder, at: turn.now) {
      bringUpToDate(reminder, subject)
    }
    if let present = memory.reminders.first(where: { $0.key == reminder.key }) {
      publishReminder(present)
    }
  }

  private mutating func askAgain(_ shown: ReminderMemory) {
    var reminder = shown
    reminder.state = .due
    reminder.snoozedBy = nil
    reminder.wakeAt = turn.now.wall + .milliseconds(1)
    turn.remember(.reminder(reminder))
    publishReminder(reminder)
  }
}

/// The question of a place that left its range is answered by its slider, wherever that is moved.
extension Garden {
  /// A control was published anew. Nobody goes on showing a slider that others have moved: the question is off the screens until
  /// the device has answered, comes back where it did not take the value, and after a day where the value did not help.
  mutating func sliderMoved(_ new: ControlPicture, from old: ControlPicture?) {
    let key = NoticeKey.setpoint(new.id)
    guard let reminder = memory.reminder(key) else {
      return
    }
    let isNew = old.map { $0.phase != new.phase } ?? true
    switch new.phase {
    case .accepted(_, let by) where isNew && by != Controls.config:
      answeredBySlider(reminder, by: by)
    case .rejected where isNew, .noAnswer where isNew:
      reminders.askAgain(reminder, &turn)
      route()
    case .settled where reminder.state != .snoozed && isAnother(new, than: old):
      guard old?.value != nil else {
        // Nobody moved anything: the device has said for the first time where it stands.
        reminders.bringUpToDate(reminder, &turn)
        return route()
      }
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
    reminder.repeats = 0
    let end = turn.now.wall + plan.reminders.repeatAfter
    reminders.putOff(reminder, until: end, .done, by: device, &turn)
    route()
  }
}

/// What a device should have been told and was not, because the way to it was full.
extension Garden {
  /// The bridge dropped a notification before it left. A matter of which nobody heard falls due again; what others heard waits for
  /// ``Event/reached(_:)``. Meanwhile nothing new is sent that way.
  mutating func takeBack(_ note: UniqueID, from device: DeviceID) {
    crowdedUntil[device] = turn.now.uptime + Self.untoldPause
    for var reminder in memory.reminders where reminder.note == note || reminder.digest == note {
      guard let i = reminder.devices.firstIndex(of: device) else { continue }
      reminder.devices.remove(at: i)
      if reminder.devices.isEmpty, reminder.state == .sent, reminder.key != NoticeKey.digest {
        reminder.state = .due
        reminder.digest = nil
        reminder.wakeAt = turn.now.wall + Self.untoldPause
      }
      turn.remember(.reminder(reminder))
      if reminder.state == .due { publishReminder(reminder) }
    }
  }

  /// A way that was full a moment ago is not filled again at once.
  static let untoldPause: Duration = .minutes(1)

  /// Those of a person's devices to which the way is not full.
  func openDevices(of person: PersonPlan, at now: Moment) -> [DeviceID] {
    person.devices.map(\.id).filter { crowdedUntil[$0].map { $0 <= now.uptime } ?? true }
  }

  /// There is room again: what was missed, and what waited meanwhile.
  mutating func reached(_ device: DeviceID) {
    crowdedUntil[device] = nil
    tellMissed(device)
    deliver()
  }

  /// Tells this device alone, under the same id and revision, what its person's other devices were told. Costs no budget.
  private mutating func tellMissed(_ device: DeviceID) {
    guard let i = plan.people.firstIndex(where: { $0.devices.contains { $0.id == device } }) else { return }
    let others = plan.people[i].devices.map(\.id)
    let mayHear = listeners(at: turn.now).contains(i)
    for var reminder in memory.reminders where reminder.state == .sent && reminder.digest == nil {
      guard !reminder.devices.contains(device), others.contains(where: reminder.devices.contains),
        mayHear || urgency(of: reminder) == .timeSensitive, let subject = carried(by: reminder, at: turn.now)
      else { continue }
      reminder.devices = merged(reminder.devices, [device])
      turn.remember(.reminder(reminder))
      notify(reminder, subject, [device])
    }
  }

  private func carried(by reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard reminder.key == NoticeKey.digest else { return subject(of: reminder, at: now) }
    let keys = memory.reminders.filter { $0.digest == reminder.note && $0.state == .sent }.map(\.key)
    guard !keys.isEmpty else { return nil }
    return .digest(byUrgency(keys).compactMap { plantPosition($0.subject).map { thirst($0, at: now) } })
  }
}

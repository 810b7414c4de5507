/// Makes the notices of one delivery round.
extension Garden {
  mutating func send(_ round: DeliveryRound) {
    for (keys, devices) in round.digests { sendDigest(keys, devices) }
    for (key, devices) in round.singles {
      guard var reminder = memory.reminders.first(where: { $0.key == key }),
        let subject = subject(of: reminder, at: turn.now)
      else { continue }
      let digest = reminder.digest
      reminder.devices = merged(reminder.devices, devices)
      reminder.digest = nil
      turn.remember(.reminder(reminder))
      publishReminder(reminder)
      notify(reminder, subject, devices)
      closeDigestIfAnswered(digest, .superseded, by: nil)
    }
  }

  private mutating func sendDigest(_ keys: [String], _ devices: [DeviceID]) {
    let thirsty = thirsty(keys, at: turn.now)
    var entry =
      memory.reminders.first { $0.key == NoticeKey.digest }
      ?? ReminderMemory(
        key: NoticeKey.digest, kind: .water, subject: "", state: .sent,
        note: UniqueID(at: turn.now.wall, random: &turn.dice), revision: revisions[NoticeKey.digest] ?? 0,
        dueSince: turn.now.wall, wakeAt: turn.now.wall)
    entry.revision += 1
    entry.sentAt = turn.now.wall
    entry.wakeAt = turn.now.wall + plan.reminders.expiresAfter
    entry.devices = merged(entry.devices, devices)
    turn.remember(.reminder(entry))
    for key in keys {
      guard var reminder = memory.reminders.first(where: { $0.key == key }) else { continue }
      // Its own notification, where a device shows one, is replaced by the digest.
      var shown = reminder
      shown.devices = reminder.digest == nil ? devices.filter { reminder.devices.contains($0) } : []
      withdraw(shown, .superseded, by: nil)
      reminder.devices = merged(reminder.devices, devices)
      reminder.digest = entry.note
      turn.remember(.reminder(reminder))
      publishReminder(reminder)
    }
    notify(entry, .digest(thirsty), devices)
  }

  private func thirsty(_ keys: [String], at now: Moment) -> [Thirst] {
    byUrgency(keys).compactMap { plantPosition($0.subject).map { thirst($0, at: now) } }
  }

  /// One of its plants is answered: the others stay on the screens, under the same key, and nobody's phone rings.
  mutating func shrinkDigest(_ entry: ReminderMemory) {
    let keys = memory.reminders.filter { $0.digest == entry.note && $0.state == .sent }.map(\.key)
    bringUpToDate(entry, .digest(thirsty(keys, at: turn.now)))
  }

  /// What the devices show is replaced, for as long as it would have stayed.
  mutating func bringUpToDate(_ shown: ReminderMemory, _ subject: NoticeSubject) {
    let expires = (shown.sentAt ?? turn.now.wall) + plan.reminders.expiresAfter
    guard expires > turn.now.wall, !shown.devices.isEmpty else { return }
    var reminder = shown
    reminder.revision += 1
    turn.remember(.reminder(reminder))
    turn.effects.append(
      .notify(
        Notice(
          id: reminder.note, key: reminder.key, revision: reminder.revision, dueSince: reminder.dueSince,
          sentAt: turn.now.wall, expires: expires, urgency: urgency(of: reminder), subject: subject,
          devices: reminder.devices,
          isUpdate: true)))
  }

  /// Driest first, against the own limit; plants without a value by the calendar come last, longest due first.
  func byUrgency(_ keys: [String]) -> [ReminderMemory] {
    let open = keys.compactMap { key in memory.reminders.first { $0.key == key } }
    func need(_ reminder: ReminderMemory) -> Double {
      guard let p = plantPosition(reminder.subject), let value = plants[p].judged[0].value,
        let limit = plants[p].dryBelow, limit > 0
      else { return 0 }
      return (limit - value) / limit
    }
    return open.enumerated().sorted { a, b in
      let (first, second) = (need(a.element), need(b.element))
      if first != second { return first > second }
      if a.element.dueSince != b.element.dueSince { return a.element.dueSince < b.element.dueSince }
      return a.offset < b.offset
    }.map(\.element)
  }

  mutating func notify(_ reminder: ReminderMemory, _ subject: NoticeSubject, _ devices: [DeviceID]) {
    turn.counters.notifications &+= 1
    turn.effects.append(
      .notify(
        Notice(
          id: reminder.note, key: reminder.key, revision: reminder.revision, dueSince: reminder.dueSince,
          sentAt: turn.now.wall, expires: turn.now.wall + plan.reminders.expiresAfter,
          urgency: urgency(of: reminder),
          subject: subject,
          devices: devices)))
  }

  func merged(_ a: [DeviceID], _ b: [DeviceID]) -> [DeviceID] {
    a + b.filter { !a.contains($0) }
  }
}

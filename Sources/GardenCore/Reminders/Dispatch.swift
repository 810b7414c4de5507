/// Makes the notices of one delivery round.
extension Garden {
  mutating func send(_ round: DeliveryRound, at now: Moment, into effects: inout [Effect]) {
    for (keys, devices) in round.digests { sendDigest(keys, devices, at: now, into: &effects) }
    for (key, devices) in round.singles {
      guard var reminder = memory.reminders.first(where: { $0.key == key }),
        let subject = subject(of: reminder, at: now)
      else { continue }
      let digest = reminder.digest
      reminder.devices = merged(reminder.devices, devices)
      reminder.digest = nil
      remember(.reminder(reminder), into: &effects)
      publishReminder(reminder, at: now, into: &effects)
      notify(reminder, subject, devices, at: now, into: &effects)
      closeDigestIfAnswered(digest, .superseded, by: nil, at: now, into: &effects)
    }
  }

  private mutating func sendDigest(
    _ keys: [String], _ devices: [DeviceID], at now: Moment, into effects: inout [Effect]
  ) {
    let thirsty = thirsty(keys, at: now)
    var entry =
      memory.reminders.first { $0.key == NoticeKey.digest }
      ?? ReminderMemory(
        key: NoticeKey.digest, kind: .water, subject: "", state: .sent,
        note: UniqueID(at: now.wall, random: &random), revision: revisions[NoticeKey.digest] ?? 0,
        dueSince: now.wall, wakeAt: now.wall)
    entry.revision += 1
    entry.sentAt = now.wall
    entry.wakeAt = now.wall + plan.reminders.expiresAfter
    entry.devices = merged(entry.devices, devices)
    remember(.reminder(entry), into: &effects)
    for key in keys {
      guard var reminder = memory.reminders.first(where: { $0.key == key }) else { continue }
      // Its own notification, where a device shows one, is replaced by the digest.
      var shown = reminder
      shown.devices = reminder.digest == nil ? devices.filter { reminder.devices.contains($0) } : []
      withdraw(shown, .superseded, by: nil, at: now, into: &effects)
      reminder.devices = merged(reminder.devices, devices)
      reminder.digest = entry.note
      remember(.reminder(reminder), into: &effects)
      publishReminder(reminder, at: now, into: &effects)
    }
    notify(entry, .digest(thirsty), devices, at: now, into: &effects)
  }

  private func thirsty(_ keys: [String], at now: Moment) -> [Thirst] {
    byUrgency(keys).compactMap { plantPosition($0.subject).map { thirst($0, at: now) } }
  }

  /// One of its plants is answered: the others stay on the screens, under the same key, and nobody's phone rings.
  mutating func shrinkDigest(_ entry: ReminderMemory, at now: Moment, into effects: inout [Effect]) {
    let keys = memory.reminders.filter { $0.digest == entry.note && $0.state == .sent }.map(\.key)
    bringUpToDate(entry, .digest(thirsty(keys, at: now)), at: now, into: &effects)
  }

  /// What the devices show is replaced, for as long as it would have stayed.
  mutating func bringUpToDate(
    _ shown: ReminderMemory, _ subject: NoticeSubject, at now: Moment, into effects: inout [Effect]
  ) {
    let expires = (shown.sentAt ?? now.wall) + plan.reminders.expiresAfter
    guard expires > now.wall, !shown.devices.isEmpty else { return }
    var reminder = shown
    reminder.revision += 1
    remember(.reminder(reminder), into: &effects)
    effects.append(
      .notify(
        Notice(
          id: reminder.note, key: reminder.key, revision: reminder.revision, dueSince: reminder.dueSince,
          sentAt: now.wall, expires: expires, urgency: urgency(of: reminder), subject: subject,
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

  mutating func notify(
    _ reminder: ReminderMemory, _ subject: NoticeSubject, _ devices: [DeviceID], at now: Moment,
    into effects: inout [Effect]
  ) {
    counters.notifications &+= 1
    effects.append(
      .notify(
        Notice(
          id: reminder.note, key: reminder.key, revision: reminder.revision, dueSince: reminder.dueSince,
          sentAt: now.wall, expires: now.wall + plan.reminders.expiresAfter, urgency: urgency(of: reminder),
          subject: subject,
          devices: devices)))
  }

  func merged(_ a: [DeviceID], _ b: [DeviceID]) -> [DeviceID] {
    a + b.filter { !a.contains($0) }
  }
}

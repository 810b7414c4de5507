/// Makes the notifications of one delivery round.
extension Reminders {
  mutating func send(_ round: DeliveryRound, _ turn: inout Turn) {
    var together = round.together
    var alone: [(key: String, devices: [DeviceID])] = []
    for single in round.singles.entries {
      // What somebody reads in the digest is told by it to all: taken out, it would leave that screen.
      if together.devices(of: single.key) != nil || isReadElsewhere(single.key, but: single.devices, turn) {
        together.add(single.key, single.devices)
      } else {
        alone.append(single)
      }
    }
    if !together.entries.isEmpty { sendDigest(together, &turn) }
    for (key, devices) in alone {
      guard var reminder = turn.memory.reminder(key) else { continue }
      let shown = reminder
      // Whoever reads it in a digest that has grown old goes on reading it there.
      let isOld = turn.memory.digest(shown.digest) == nil
      if !isOld || shown.devices.allSatisfy(devices.contains) { reminder.digest = nil }
      reminder.devices = merged(reminder.devices, devices)
      keep(reminder, &turn)
      tell(reminder, devices, &turn)
      leaveDigest(shown, .superseded, by: nil, &turn)
    }
  }

  private func isReadElsewhere(_ key: String, but devices: [DeviceID], _ turn: Turn) -> Bool {
    guard let digest = turn.memory.digest(turn.memory.reminder(key)?.digest) else { return false }
    return digest.devices.contains { !devices.contains($0) }
  }

  /// There is one digest, and whoever reads it reads all of it that is theirs: it takes the place of the one before, and of the plants' own
  /// notifications.
  private mutating func sendDigest(_ told: DeliveryRound.Told, _ turn: inout Turn) {
    let devices = told.devices
    var entry =
      turn.memory.reminder(NoticeKey.digest)
      ?? ReminderMemory(
        key: NoticeKey.digest, kind: .water, subject: "", state: .sent,
        note: UniqueID(at: turn.now.wall, random: &turn.dice), revision: revisions[NoticeKey.digest] ?? 0,
        dueSince: turn.now.wall, wakeAt: turn.now.wall)
    let readers = entry.devices
    entry.revision += 1
    entry.sentAt = turn.now.wall
    entry.wakeAt = turn.now.wall + turn.plan.reminders.expiresAfter
    entry.devices = merged(entry.devices, devices)
    turn.remember(.reminder(entry))
    var told = told
    for matter in stillRead(by: devices, turn) where told.devices(of: matter.key) == nil {
      told.add(matter.key, matter.devices.filter(devices.contains))
    }
    for var reminder in turn.memory.reminders where reminder.kind == .water && reminder.key != entry.key {
      let wasIn = reminder.digest == entry.note
      let joining = told.devices(of: reminder.key)
      guard joining != nil || wasIn && reminder.state == .sent else { continue }
      var own = reminder
      own.digest = nil
      own.devices = reminder.devices.filter { entry.devices.contains($0) && !(wasIn && readers.contains($0)) }
      withdraw(own, .superseded, by: nil, &turn)
      guard let joining else { continue }
      reminder.devices = merged(reminder.devices, joining)
      reminder.digest = entry.note
      keep(reminder, &turn)
    }
    for (keys, devices) in readings(of: entry, by: devices, turn) { tell(entry, keys: keys, devices, &turn) }
    for (keys, devices) in readings(of: entry, by: readers.filter { !devices.contains($0) }, turn)
    where keys.contains(where: { told.devices(of: $0) != nil }) {
      show(entry, keys: keys, on: devices, &turn)
    }
  }

  /// What these devices were told by a digest that has grown old since: the new one takes its place on their screens.
  private func stillRead(by devices: [DeviceID], _ turn: Turn) -> [ReminderMemory] {
    turn.memory.reminders.filter {
      $0.kind == .water && $0.state == .sent && $0.digest != nil && turn.memory.digest($0.digest) == nil
        && $0.devices.contains(where: devices.contains)
    }
  }

  /// What of a digest those devices read, together those that read the same.
  private func readings(
    of digest: ReminderMemory, by devices: [DeviceID], _ turn: Turn
  ) -> [(keys: [String], devices: [DeviceID])] {
    let open = turn.memory.told(by: digest.note)
    var readings: [(keys: [String], devices: [DeviceID])] = []
    for device in devices {
      let keys = open.filter { audience.reads(device, $0, turn) }.map(\.key)
      if let i = readings.firstIndex(where: { $0.keys == keys }) {
        readings[i].devices.append(device)
      } else {
        readings.append((keys, [device]))
      }
    }
    return readings
  }

  /// The digest names one plant less to those who read it there, and goes where none of its plants is open any more.
  mutating func leaveDigest(
    _ shown: ReminderMemory, _ reason: Withdrawal.Reason, by device: DeviceID?, _ turn: inout Turn
  ) {
    guard var digest = turn.memory.digest(shown.digest) else { return }
    let isOver = turn.memory.told(by: digest.note).isEmpty
    let touched = digest.devices.filter { isOver || audience.reads($0, shown, turn) }
    var left = readings(of: digest, by: touched, turn)
    let without = isOver ? digest.devices : left.first { $0.keys.isEmpty }?.devices ?? []
    left.removeAll { $0.keys.isEmpty }
    var gone = digest
    gone.devices = without
    digest.devices.removeAll(where: without.contains)
    if isOver {
      revisions[NoticeKey.digest] = digest.revision
      turn.remember(.noReminder(key: NoticeKey.digest))
      rememberClosed(digest.note, plant: nil, &turn)
    } else {
      // The others stay on the screens, under the same key, and nobody's phone rings.
      let isShown = isShown(digest, turn) && !left.isEmpty
      if isShown { digest.revision += 1 }
      if isShown || !without.isEmpty { turn.remember(.reminder(digest)) }
      for (keys, devices) in left where isShown { show(digest, keys: keys, on: devices, &turn) }
    }
    withdraw(gone, reason, by: device, &turn)
  }

  /// What the devices show is replaced, for as long as it would have stayed.
  func bringUpToDate(_ shown: ReminderMemory, _ turn: inout Turn) {
    guard isShown(shown, turn) else { return }
    var reminder = shown
    reminder.revision += 1
    turn.remember(.reminder(reminder))
    show(reminder, keys: [], on: reminder.devices, &turn)
  }

  private func isShown(_ reminder: ReminderMemory, _ turn: Turn) -> Bool {
    (reminder.sentAt ?? turn.now.wall) + turn.plan.reminders.expiresAfter > turn.now.wall
      && !reminder.devices.isEmpty
  }

  /// Without a sound.
  private func show(
    _ reminder: ReminderMemory, keys: [String], on devices: [DeviceID], _ turn: inout Turn
  ) {
    guard !devices.isEmpty else { return }
    let expires = (reminder.sentAt ?? turn.now.wall) + turn.plan.reminders.expiresAfter
    turn.news.append(
      .told(
        Telling(
          reminder: reminder, keys: keys, devices: devices, expires: expires,
          urgency: turn.urgency(of: reminder), isUpdate: true)))
  }

  func tell(
    _ reminder: ReminderMemory, keys: [String] = [], _ devices: [DeviceID], _ turn: inout Turn
  ) {
    turn.counters.notifications &+= 1
    turn.news.append(
      .told(
        Telling(
          reminder: reminder, keys: keys, devices: devices,
          expires: turn.now.wall + turn.plan.reminders.expiresAfter, urgency: turn.urgency(of: reminder))))
  }

  func merged(_ a: [DeviceID], _ b: [DeviceID]) -> [DeviceID] {
    a + b.filter { !a.contains($0) }
  }
}

/// What a device should have been told and was not, because the way to it was full.
extension Reminders {
  /// The bridge dropped a notification before it left. A matter of which nobody heard falls due again; what others heard waits for
  /// ``Event/reached(_:)``. Meanwhile nothing new is sent that way.
  mutating func takeBack(_ note: UniqueID, from device: DeviceID, _ turn: inout Turn) {
    audience.crowdedUntil[device] = turn.now.uptime + Self.untoldPause
    for var reminder in turn.memory.reminders where reminder.note == note || reminder.digest == note {
      guard let i = reminder.devices.firstIndex(of: device) else { continue }
      reminder.devices.remove(at: i)
      if reminder.devices.isEmpty, reminder.state == .sent, reminder.key != NoticeKey.digest {
        reminder.state = .due
        reminder.digest = nil
        reminder.wakeAt = turn.now.wall + Self.untoldPause
      }
      turn.remember(.reminder(reminder))
      if reminder.state == .due { turn.news.append(.reminderShown(reminder)) }
    }
  }

  /// A way that was full a moment ago is not filled again at once.
  private static let untoldPause: Duration = .minutes(1)

  /// There is room again: what was missed, and what waited meanwhile.
  mutating func reached(_ device: DeviceID, _ turn: inout Turn) {
    audience.crowdedUntil[device] = nil
    tellMissed(device, &turn)
    deliver(&turn)
  }

  /// Tells this device alone, under the same id and revision, what its person's other devices were told. Costs no budget.
  private func tellMissed(_ device: DeviceID, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    let hearer = audience.hearers(turn, &waiting).first { $0.open.contains { $0.id == device } }
    guard let hearer else { return }
    let others = turn.plan.people[hearer.position].devices.map(\.id)
    for var reminder in turn.memory.reminders where reminder.state == .sent {
      guard turn.memory.digest(reminder.digest) == nil else { continue }
      let isDigest = reminder.key == NoticeKey.digest
      let keys = isDigest ? readings(of: reminder, by: [device], turn).first?.keys ?? [] : []
      guard !reminder.devices.contains(device), others.contains(where: reminder.devices.contains),
        hearer.mayHear || turn.urgency(of: reminder) == .timeSensitive,
        audience.isFor(device, reminder, of: hearer, turn, &waiting),
        !isDigest || !keys.isEmpty
      else { continue }
      reminder.devices = merged(reminder.devices, [device])
      turn.remember(.reminder(reminder))
      tell(reminder, keys: keys, [device], &turn)
    }
  }
}

/// Makes the notifications of one delivery round.
extension Reminders {
  mutating func send(_ round: DeliveryRound, _ turn: inout Turn) {
    var together = round.together
    var alone: [(key: String, devices: [DeviceID])] = []
    for single in round.singles {
      // What somebody reads in the digest is told by it to all: taken out, it would leave that screen.
      if together.keys.contains(single.key) || isReadElsewhere(single.key, but: single.devices, turn) {
        together.add([single.key], single.devices)
      } else {
        alone.append(single)
      }
    }
    if !together.keys.isEmpty { sendDigest(together.keys, together.devices, &turn) }
    for (key, devices) in alone {
      guard var reminder = turn.memory.reminder(key) else { continue }
      let digest = reminder.digest
      // Whoever reads it in a digest that has grown old goes on reading it there.
      let isOld = turn.memory.digest(digest) == nil
      if !isOld || reminder.devices.allSatisfy(devices.contains) { reminder.digest = nil }
      reminder.devices = merged(reminder.devices, devices)
      keep(reminder, &turn)
      tell(reminder, devices, &turn)
      closeDigestIfAnswered(digest, .superseded, by: nil, &turn)
    }
  }

  private func isReadElsewhere(_ key: String, but devices: [DeviceID], _ turn: Turn) -> Bool {
    guard let digest = turn.memory.digest(turn.memory.reminder(key)?.digest) else { return false }
    return digest.devices.contains { !devices.contains($0) }
  }

  /// There is one digest, and whoever reads it reads all of it: it takes the place of the one before, and of the plants' own notifications.
  private mutating func sendDigest(_ keys: [String], _ devices: [DeviceID], _ turn: inout Turn) {
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
    let keys = keys + stillRead(by: devices, not: keys, turn)
    for var reminder in turn.memory.reminders where reminder.kind == .water && reminder.key != entry.key {
      let wasIn = reminder.digest == entry.note
      guard keys.contains(reminder.key) || wasIn && reminder.state == .sent else { continue }
      var own = reminder
      own.digest = nil
      own.devices = reminder.devices.filter { entry.devices.contains($0) && !(wasIn && readers.contains($0)) }
      withdraw(own, .superseded, by: nil, &turn)
      guard keys.contains(reminder.key) else { continue }
      reminder.devices = merged(reminder.devices, devices)
      reminder.digest = entry.note
      keep(reminder, &turn)
    }
    let all = turn.memory.told(by: entry.note).map(\.key)
    tell(entry, keys: all, devices, &turn)
    show(entry, keys: all, on: readers.filter { !devices.contains($0) }, &turn)
  }

  /// What these devices were told by a digest that has grown old since: the new one takes its place on their screens.
  private func stillRead(by devices: [DeviceID], not keys: [String], _ turn: Turn) -> [String] {
    turn.memory.reminders.filter {
      $0.kind == .water && $0.state == .sent && $0.digest != nil && turn.memory.digest($0.digest) == nil
        && !keys.contains($0.key) && $0.devices.contains(where: devices.contains)
    }.map(\.key)
  }

  /// The digest names one plant less, and goes when none of its plants is open any more.
  mutating func closeDigestIfAnswered(
    _ note: UniqueID?, _ reason: Withdrawal.Reason, by device: DeviceID?, _ turn: inout Turn
  ) {
    guard let digest = turn.memory.digest(note) else { return }
    let open = turn.memory.told(by: digest.note)
    // The others stay on the screens, under the same key, and nobody's phone rings.
    guard open.isEmpty else { return bringUpToDate(digest, keys: open.map(\.key), &turn) }
    revisions[NoticeKey.digest] = digest.revision
    turn.remember(.noReminder(key: NoticeKey.digest))
    rememberClosed(digest.note, plant: nil, &turn)
    withdraw(digest, reason, by: device, &turn)
  }

  /// What the devices show is replaced, for as long as it would have stayed.
  func bringUpToDate(_ shown: ReminderMemory, keys: [String] = [], _ turn: inout Turn) {
    let expires = (shown.sentAt ?? turn.now.wall) + turn.plan.reminders.expiresAfter
    guard expires > turn.now.wall, !shown.devices.isEmpty else { return }
    var reminder = shown
    reminder.revision += 1
    turn.remember(.reminder(reminder))
    show(reminder, keys: keys, on: reminder.devices, &turn)
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
    crowdedUntil[device] = turn.now.uptime + Self.untoldPause
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

  /// Those of a person's devices that take notifications, and to which the way is not full.
  func openDevices(of person: PersonPlan, _ turn: Turn, _ waiting: inout Waiting) -> [DeviceID] {
    person.devices.map(\.id).filter {
      turn.can(.notify, $0) && (crowdedUntil[$0].map { waiting.isDue($0) } ?? true)
    }
  }

  /// There is room again: what was missed, and what waited meanwhile.
  mutating func reached(_ device: DeviceID, _ turn: inout Turn) {
    crowdedUntil[device] = nil
    tellMissed(device, &turn)
    deliver(&turn)
  }

  /// Tells this device alone, under the same id and revision, what its person's other devices were told. Costs no budget.
  private func tellMissed(_ device: DeviceID, _ turn: inout Turn) {
    let person = turn.plan.people.firstIndex { $0.devices.contains { $0.id == device } }
    guard let person, turn.can(.notify, device) else { return }
    let others = turn.plan.people[person].devices.map(\.id)
    var waiting = Waiting(at: turn.now)
    let mayHear = listeners(turn, &waiting).contains(person)
    for var reminder in turn.memory.reminders where reminder.state == .sent {
      guard turn.memory.digest(reminder.digest) == nil else { continue }
      let keys = reminder.key == NoticeKey.digest ? turn.memory.told(by: reminder.note).map(\.key) : []
      guard !reminder.devices.contains(device), others.contains(where: reminder.devices.contains),
        mayHear || turn.urgency(of: reminder) == .timeSensitive,
        reminder.key != NoticeKey.digest || !keys.isEmpty
      else { continue }
      reminder.devices = merged(reminder.devices, [device])
      turn.remember(.reminder(reminder))
      tell(reminder, keys: keys, [device], &turn)
    }
  }
}

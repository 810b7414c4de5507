/// Who is told what at this moment: quiet hours, daily budget, digest, repeats.
extension Garden {
  mutating func deliver() {
    guard !memory.reminders.isEmpty else { return }
    expire()
    let listeners = listeners(at: turn.now)
    let launched = launch(listeners)
    var round = DeliveryRound()
    for i in plan.people.indices {
      let mayHear = listeners.contains(i)
      let pending = pending(for: plan.people[i], launched, mayHear: mayHear, at: turn.now)
      tell(plan.people[i], pending, mayHear: mayHear, &round)
    }
    send(round)
    for reminder in memory.reminders where launched.contains(reminder.key) && !round.tells(reminder.key) {
      publishReminder(reminder)
    }
  }

  /// People who may be told something that is no alarm: awake, with a device that can be reached, the clock believable, and no other bridge tells them.
  func listeners(at now: Moment) -> [Int] {
    guard maySpeak(at: now) else { return [] }
    let local = plan.site.calendar.local(now.wall)
    return plan.people.indices.filter { i in
      let person = plan.people[i]
      return !openDevices(of: person, at: now).isEmpty
        && !(person.quiet?.contains(local.secondOfDay) ?? false)
        && budgetLeft(person, day: local.dayNumber) > 0
    }
  }

  private func maySpeak(at now: Moment) -> Bool { now.isWallTrusted && !yields }

  /// Where the config names nobody, the open matters on the dashboards are all there is.
  func isHeard(_ listeners: [Int], at now: Moment) -> Bool {
    !listeners.isEmpty || maySpeak(at: now) && plan.people.isEmpty
  }

  func budgetLeft(_ person: PersonPlan, day: Int) -> Int {
    guard let spent = memory.people.first(where: { $0.id == person.id }), spent.dayNumber == day else {
      return person.notificationsPerDay
    }
    return person.notificationsPerDay - spent.sent
  }

  /// Notices that answer themselves by age: the doubt about a rise, and an old digest.
  private mutating func expire() {
    guard turn.now.isWallTrusted else { return }
    for reminder in memory.reminders {
      guard let expiry = expiry(of: reminder), turn.now.wall >= expiry else { continue }
      revisions[reminder.key] = reminder.revision
      turn.remember(.noReminder(key: reminder.key))
      if reminder.key == NoticeKey.digest {
        rememberClosed(reminder.note, plant: nil)
      } else {
        turn.counters.count(.expired)
        turn.effects.append(.publish(.noReminder(key: reminder.key)))
      }
      withdraw(reminder, .expired, by: nil)
    }
  }

  /// When a notice answers itself by its age; `nil`: it does not.
  func expiry(of reminder: ReminderMemory) -> Timestamp? {
    guard reminder.state == .sent,
      reminder.kind == .noRise || reminder.kind == .countdown || reminder.key == NoticeKey.digest
    else { return nil }
    return reminder.sentAt.map { $0 + plan.reminders.expiresAfter }
  }

  /// Gives everything whose time has come its next revision, if there is anybody to hear it. What falls due within the digest
  /// window of something that goes out goes along.
  private mutating func launch(_ listeners: [Int]) -> Set<String> {
    var launched: Set<String> = []
    let isHeard = isHeard(listeners, at: turn.now)
    let isWaterRipe =
      isHeard && memory.reminders.contains { $0.kind == .water && isRipe($0, at: turn.now) }
    for var reminder in memory.reminders where reminder.key != NoticeKey.digest {
      guard mayLaunch(reminder, hasListeners: isHeard, at: turn.now) else { continue }
      let joins =
        isWaterRipe && reminder.kind == .water
        && isRipe(reminder, at: turn.now, within: plan.reminders.digestWindow)
      guard joins || isRipe(reminder, at: turn.now) else { continue }
      turn.counters.count(reminder.repeats == 0 ? .sent : .repeated)
      reminder.revision += 1
      reminder.state = .sent
      reminder.sentAt = turn.now.wall
      reminder.wakeAt = turn.now.wall + pause(before: reminder)
      reminder.repeats += 1
      reminder.snoozedBy = nil
      launched.insert(reminder.key)
      turn.remember(.reminder(reminder))
    }
    return launched
  }

  private func isRipe(_ reminder: ReminderMemory, at now: Moment, within window: Duration = .zero) -> Bool {
    guard reminder.key != NoticeKey.digest, reminder.state != .watering else { return false }
    // What must not wait for a clock goes at once, whatever the clock says.
    if reminder.state == .due && urgency(of: reminder) == .timeSensitive { return true }
    // A snooze was promised to the minute.
    if reminder.wakeAt <= now.wall + (reminder.state == .snoozed ? .zero : window) {
      return !waitsForSleepers(reminder, at: now)
    }
    // A clock that went back must not silence running water.
    guard reminder.trouble?.mayRunWater == true, let sent = reminder.sentAt else { return false }
    return sent > now.wall + plan.site.clockSkew
  }

  private func mayLaunch(_ reminder: ReminderMemory, hasListeners: Bool, at now: Moment) -> Bool {
    if hasListeners { return true }
    guard urgency(of: reminder) == .timeSensitive else { return false }
    return crowdedUntil.isEmpty || plan.people.contains { !openDevices(of: $0, at: now).isEmpty }
  }

  /// When it goes out by time alone; `nil`: somebody must wake up first, or the clock be set.
  func launchDue(_ reminder: ReminderMemory, hasListeners: Bool, at now: Moment) -> Timestamp? {
    guard reminder.key != NoticeKey.digest, reminder.state != .watering,
      mayLaunch(reminder, hasListeners: hasListeners, at: now)
    else { return nil }
    if isRipe(reminder, at: now) { return now.wall }
    return reminder.wakeAt > now.wall ? reminder.wakeAt : reminder.wakeAt + Self.repeatWaitsMax
  }

  /// Somebody has not been told what went out to others: they slept, or are new here.
  func owesWord(to listeners: [Int], at now: Moment) -> Bool {
    plan.people.indices.contains { i in
      let mayHear = listeners.contains(i)
      return memory.reminders.contains { reminder in
        concerns(plan.people[i], reminder, mayHear: mayHear, at: now) && !wasTold(plan.people[i], reminder)
          && subject(of: reminder, at: now) != nil
      }
    }
  }

  private func concerns(
    _ person: PersonPlan, _ reminder: ReminderMemory, mayHear: Bool, at now: Moment
  ) -> Bool {
    guard reminder.state == .sent, reminder.key != NoticeKey.digest,
      !openDevices(of: person, at: now).isEmpty
    else { return false }
    guard mayHear || urgency(of: reminder) == .timeSensitive else { return false }
    return reminder.kind != .countdown || mayHearTimer(person, reminder)
  }

  func wasTold(_ person: PersonPlan, _ reminder: ReminderMemory) -> Bool {
    person.devices.contains { reminder.devices.contains($0.id) }
  }

  /// A repeat while somebody who was told sleeps would never reach them: it waits for the morning, but never longer than half
  /// a day, should two people never be awake together.
  private func waitsForSleepers(_ reminder: ReminderMemory, at now: Moment) -> Bool {
    guard reminder.state == .sent, reminder.repeats > 0, now.isWallTrusted,
      urgency(of: reminder) != .timeSensitive, now.wall < reminder.wakeAt + Self.repeatWaitsMax
    else { return false }
    let second = plan.site.calendar.local(now.wall).secondOfDay
    return plan.people.contains { person in
      person.quiet?.contains(second) == true && person.devices.contains { reminder.devices.contains($0.id) }
    }
  }

  static let repeatWaitsMax: Duration = .hours(12)

  /// What this person has not been told of, most important first.
  private func pending(
    for person: PersonPlan, _ launched: Set<String>, mayHear: Bool, at now: Moment
  ) -> [ReminderMemory] {
    let owned = memory.reminders.filter { reminder in
      concerns(person, reminder, mayHear: mayHear, at: now)
        && (launched.contains(reminder.key) || !wasTold(person, reminder))
    }
    return owned.filter { urgency(of: $0) == .timeSensitive }
      + owned.filter { urgency(of: $0) == .active } + owned.filter { urgency(of: $0) == .passive }
  }

  /// Spends the person's budget: waterings as one, everything else one by one.
  private mutating func tell(
    _ person: PersonPlan, _ pending: [ReminderMemory], mayHear: Bool, _ round: inout DeliveryRound
  ) {
    guard !pending.isEmpty else { return }
    let day = plan.site.calendar.local(turn.now.wall).dayNumber
    var left = budgetLeft(person, day: day)
    let before = left
    var isHeld = false
    let devices = openDevices(of: person, at: turn.now)
    let thirsty = pending.filter { $0.kind == .water }
    for reminder in pending where reminder.kind != .water || thirsty.count == 1 {
      if urgency(of: reminder) != .timeSensitive {
        guard left > 0 else {
          isHeld = true
          continue
        }
        left -= 1
      }
      round.tell(reminder.key, to: devices)
    }
    if thirsty.count > 1 {
      if left > 0 {
        left -= 1
        round.tellTogether(thirsty.map(\.key), to: devices)
      } else {
        isHeld = true
      }
    }
    if left != before {
      let sent = person.notificationsPerDay - left
      turn.remember(.person(PersonMemory(id: person.id, dayNumber: day, sent: sent)))
    }
    if isHeld || left <= 0 { noteBudget(person, day) }
  }

  private mutating func noteBudget(_ person: PersonPlan, _ day: Int) {
    guard budgetLoggedDay[person.id] != day else { return }
    budgetLoggedDay[person.id] = day
    turn.counters.heldByBudget &+= 1
    turn.log(.notice, "person \(person.id)", "today's notifications are used up; the rest waits")
  }
}

/// What goes out in one round: single notices and digests, each with its devices, in a fixed order.
struct DeliveryRound {
  private(set) var singles: [(key: String, devices: [DeviceID])] = []
  private(set) var digests: [(keys: [String], devices: [DeviceID])] = []

  func tells(_ key: String) -> Bool {
    singles.contains { $0.key == key } || digests.contains { $0.keys.contains(key) }
  }

  mutating func tell(_ key: String, to devices: [DeviceID]) {
    if let i = singles.firstIndex(where: { $0.key == key }) {
      singles[i].devices += devices
    } else {
      singles.append((key, devices))
    }
  }

  mutating func tellTogether(_ keys: [String], to devices: [DeviceID]) {
    if let i = digests.firstIndex(where: { $0.keys == keys }) {
      digests[i].devices += devices
    } else {
      digests.append((keys, devices))
    }
  }
}

extension QuietHours {
  /// From the first second to before the last; over midnight where the end lies before the start. Equal ends: never.
  package func contains(_ secondOfDay: Int) -> Bool {
    fromSecondOfDay <= toSecondOfDay
      ? secondOfDay >= fromSecondOfDay && secondOfDay < toSecondOfDay
      : secondOfDay >= fromSecondOfDay || secondOfDay < toSecondOfDay
  }
}

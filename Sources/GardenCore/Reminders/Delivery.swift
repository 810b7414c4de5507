/// Who is told what at this moment: quiet hours, daily budget, digest, repeats.
extension Reminders {
  mutating func deliver(_ turn: inout Turn) {
    guard !turn.memory.reminders.isEmpty else { return }
    crowdedUntil = crowdedUntil.filter { $0.value > turn.now.uptime }
    expire(&turn)
    let listeners = listeners(turn, at: turn.now)
    let launched = launch(listeners, &turn)
    var round = DeliveryRound()
    for (i, person) in turn.plan.people.enumerated() {
      let pending = pending(for: person, launched, mayHear: listeners.contains(i), turn)
      tell(person, pending, &round, &turn)
    }
    send(round, &turn)
    for reminder in turn.memory.reminders where launched.contains(reminder.key) && !round.tells(reminder.key)
    {
      turn.news.append(.reminderShown(reminder))
    }
  }

  /// People who may be told something that is no alarm: awake, with a device that can be reached, the clock believable, and no other bridge tells them.
  func listeners(_ turn: Turn, at now: Moment) -> [Int] {
    let plan = turn.plan
    guard maySpeak(at: now) else { return [] }
    let local = plan.site.calendar.local(now.wall)
    return plan.people.indices.filter { i in
      let person = plan.people[i]
      return !openDevices(of: person, at: now).isEmpty
        && !(person.quiet?.contains(local.secondOfDay) ?? false)
        && budgetLeft(person, turn, day: local.dayNumber) > 0
    }
  }

  private func maySpeak(at now: Moment) -> Bool { now.isWallTrusted && !yields }

  /// Where the config names nobody, the open matters on the dashboards are all there is.
  private func isHeard(_ listeners: [Int], _ turn: Turn, at now: Moment) -> Bool {
    !listeners.isEmpty || maySpeak(at: now) && turn.plan.people.isEmpty
  }

  private func budgetLeft(_ person: PersonPlan, _ turn: Turn, day: Int) -> Int {
    guard let spent = turn.memory.people.first(where: { $0.id == person.id }), spent.dayNumber == day else {
      return person.notificationsPerDay
    }
    return person.notificationsPerDay - spent.sent
  }

  /// Notices that answer themselves by age: the doubt about a rise, and an old digest.
  private mutating func expire(_ turn: inout Turn) {
    guard turn.now.isWallTrusted else { return }
    for reminder in turn.memory.reminders {
      guard let expiry = expiry(of: reminder, turn.plan), turn.now.wall >= expiry else { continue }
      revisions[reminder.key] = reminder.revision
      turn.remember(.noReminder(key: reminder.key))
      if reminder.key == NoticeKey.digest {
        rememberClosed(reminder.note, plant: nil, &turn)
      } else {
        turn.counters.count(.expired)
        turn.news.append(.reminderClosed(reminder))
      }
      withdraw(reminder, .expired, by: nil, &turn)
    }
  }

  /// When a notice answers itself by its age; `nil`: it does not.
  private func expiry(of reminder: ReminderMemory, _ plan: GardenPlan) -> Timestamp? {
    guard reminder.state == .sent,
      reminder.kind == .noRise || reminder.kind == .countdown || reminder.key == NoticeKey.digest
    else { return nil }
    return reminder.sentAt.map { $0 + plan.reminders.expiresAfter }
  }

  /// Gives everything whose time has come its next revision, if there is anybody to hear it. What falls due within the digest
  /// window of something that goes out goes along.
  private mutating func launch(_ listeners: [Int], _ turn: inout Turn) -> Set<String> {
    var launched: Set<String> = []
    let isHeard = isHeard(listeners, turn, at: turn.now)
    let isWaterRipe =
      isHeard && turn.memory.reminders.contains { $0.kind == .water && isRipe($0, turn, at: turn.now) }
    for var reminder in turn.memory.reminders where reminder.key != NoticeKey.digest {
      guard mayLaunch(reminder, hasListeners: isHeard, turn, at: turn.now) else { continue }
      let joins =
        isWaterRipe && reminder.kind == .water
        && isRipe(reminder, turn, at: turn.now, within: turn.plan.reminders.digestWindow)
      guard joins || isRipe(reminder, turn, at: turn.now) else { continue }
      turn.counters.count(reminder.repeats == 0 ? .sent : .repeated)
      reminder.revision += 1
      reminder.state = .sent
      reminder.sentAt = turn.now.wall
      reminder.wakeAt = turn.now.wall + pause(before: reminder, turn.plan)
      reminder.repeats += 1
      reminder.snoozedBy = nil
      launched.insert(reminder.key)
      turn.remember(.reminder(reminder))
    }
    return launched
  }

  private func isRipe(
    _ reminder: ReminderMemory, _ turn: Turn, at now: Moment, within window: Duration = .zero
  ) -> Bool {
    guard reminder.key != NoticeKey.digest, reminder.state != .watering else { return false }
    // What must not wait for a clock goes at once, whatever the clock says.
    if reminder.state == .due && turn.urgency(of: reminder) == .timeSensitive { return true }
    // A snooze was promised to the minute.
    if reminder.wakeAt <= now.wall + (reminder.state == .snoozed ? .zero : window) {
      return !waitsForSleepers(reminder, turn, at: now)
    }
    // A clock that went back must not silence running water.
    guard reminder.trouble?.mayRunWater == true, let sent = reminder.sentAt else { return false }
    return sent > now.wall + turn.plan.site.clockSkew
  }

  private func mayLaunch(
    _ reminder: ReminderMemory, hasListeners: Bool, _ turn: Turn, at now: Moment
  ) -> Bool {
    if hasListeners { return true }
    guard turn.urgency(of: reminder) == .timeSensitive else { return false }
    return crowdedUntil.isEmpty || turn.plan.people.contains { !openDevices(of: $0, at: now).isEmpty }
  }

  /// When it goes out by time alone; `nil`: somebody must wake up first, or the clock be set.
  private func launchDue(
    _ reminder: ReminderMemory, hasListeners: Bool, _ turn: Turn, at now: Moment
  ) -> Timestamp? {
    guard reminder.key != NoticeKey.digest, reminder.state != .watering,
      mayLaunch(reminder, hasListeners: hasListeners, turn, at: now)
    else { return nil }
    if isRipe(reminder, turn, at: now) { return now.wall }
    return reminder.wakeAt > now.wall ? reminder.wakeAt : reminder.wakeAt + Self.repeatWaitsMax
  }

  /// Somebody has not been told what went out to others: they slept, or are new here.
  private func owesWord(to listeners: [Int], _ turn: Turn, at now: Moment) -> Bool {
    turn.plan.people.enumerated().contains { i, person in
      turn.memory.reminders.contains {
        concerns(person, $0, mayHear: listeners.contains(i), turn, at: now) && !wasTold(person, $0)
      }
    }
  }

  private func concerns(
    _ person: PersonPlan, _ reminder: ReminderMemory, mayHear: Bool, _ turn: Turn, at now: Moment
  ) -> Bool {
    guard reminder.state == .sent, reminder.key != NoticeKey.digest,
      !openDevices(of: person, at: now).isEmpty
    else { return false }
    guard mayHear || turn.urgency(of: reminder) == .timeSensitive else { return false }
    return reminder.kind != .countdown || mayHearTimer(person, reminder, turn)
  }

  private func wasTold(_ person: PersonPlan, _ reminder: ReminderMemory) -> Bool {
    person.devices.contains { reminder.devices.contains($0.id) }
  }

  /// A repeat while somebody who was told sleeps would never reach them: it waits for the morning, but never longer than half
  /// a day, should two people never be awake together.
  private func waitsForSleepers(_ reminder: ReminderMemory, _ turn: Turn, at now: Moment) -> Bool {
    guard reminder.state == .sent, reminder.repeats > 0, now.isWallTrusted,
      turn.urgency(of: reminder) != .timeSensitive, now.wall < reminder.wakeAt + Self.repeatWaitsMax
    else { return false }
    let second = turn.plan.site.calendar.local(now.wall).secondOfDay
    return turn.plan.people.contains { person in
      person.quiet?.contains(second) == true && person.devices.contains { reminder.devices.contains($0.id) }
    }
  }

  /// The pause before a repeat: doubles each time. Probes are named again only at the slowest pace, running water at the quickest.
  private func pause(before reminder: ReminderMemory, _ plan: GardenPlan) -> Duration {
    var longest = max(plan.reminders.repeatAfterMax, plan.reminders.repeatAfter)
    if reminder.kind == .sensor || reminder.kind == .countdown { return longest }
    var pause = max(plan.reminders.repeatAfter, .minutes(1))
    if reminder.trouble?.mayRunWater == true {
      longest = WateringLimits.alarmEveryMax
      pause = WateringLimits.alarmAgainAfter
    }
    for _ in 0..<min(max(reminder.repeats, 0), 30) where pause < longest { pause = pause * 2 }
    return min(pause, longest)
  }

  private static let repeatWaitsMax: Duration = .hours(12)

  /// What this person has not been told of, most important first.
  private func pending(
    for person: PersonPlan, _ launched: Set<String>, mayHear: Bool, _ turn: Turn
  ) -> [ReminderMemory] {
    let owned = turn.memory.reminders.filter { reminder in
      concerns(person, reminder, mayHear: mayHear, turn, at: turn.now)
        && (launched.contains(reminder.key) || !wasTold(person, reminder))
    }
    return owned.filter { turn.urgency(of: $0) == .timeSensitive }
      + owned.filter { turn.urgency(of: $0) == .active } + owned.filter { turn.urgency(of: $0) == .passive }
  }

  /// Spends the person's budget: waterings as one, everything else one by one.
  private mutating func tell(
    _ person: PersonPlan, _ pending: [ReminderMemory], _ round: inout DeliveryRound, _ turn: inout Turn
  ) {
    guard !pending.isEmpty else { return }
    let day = turn.plan.site.calendar.local(turn.now.wall).dayNumber
    var left = budgetLeft(person, turn, day: day)
    let before = left
    var isHeld = false
    let devices = openDevices(of: person, at: turn.now)
    let thirsty = pending.filter { $0.kind == .water }
    for reminder in pending where reminder.kind != .water || thirsty.count == 1 {
      if turn.urgency(of: reminder) != .timeSensitive {
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
    if isHeld || left <= 0 { noteBudget(person, day, &turn) }
  }

  private mutating func noteBudget(_ person: PersonPlan, _ day: Int, _ turn: inout Turn) {
    guard budgetLoggedDay[person.id] != day else { return }
    budgetLoggedDay[person.id] = day
    turn.counters.heldByBudget &+= 1
    turn.log(.notice, "person \(person.id)", "today's notifications are used up; the rest waits")
  }
}

extension Reminders {
  /// When anything of all this changes by time alone.
  func addDeadlines(_ turn: Turn, _ now: Moment, to next: inout Earliest) {
    guard !turn.memory.reminders.isEmpty else { return }
    let listeners = listeners(turn, at: now)
    let isHeard = isHeard(listeners, turn, at: now)
    for reminder in turn.memory.reminders {
      if now.isWallTrusted { next.add(expiry(of: reminder, turn.plan)) }
      next.add(launchDue(reminder, hasListeners: isHeard, turn, at: now))
    }
    for open in crowdedUntil.values { next.addLook(at: open) }
    if owesWord(to: listeners, turn, at: now) { next.add(now.uptime) }
    guard now.isWallTrusted else { return }
    let calendar = turn.plan.site.calendar
    let today = calendar.local(now.wall).dayNumber
    next.addLook(at: calendar.moment(dayNumber: today + 1, secondOfDay: 0))
    for person in turn.plan.people {
      guard let quiet = person.quiet else { continue }
      next.addLook(at: calendar.moment(dayNumber: today, secondOfDay: quiet.toSecondOfDay))
      next.addLook(at: calendar.moment(dayNumber: today + 1, secondOfDay: quiet.toSecondOfDay))
    }
  }

  /// The end of a countdown is told to the one who began it: a kitchen timer wakes nobody else. Where nobody knows any
  /// more who that was, and it was not told before, to everyone.
  private func mayHearTimer(_ person: PersonPlan, _ reminder: ReminderMemory, _ turn: Turn) -> Bool {
    let run = turn.memory.countdowns.last { ($0.plant ?? "") == reminder.subject }
    guard let by = run?.by, turn.plan.people.contains(where: { $0.devices.contains { $0.id == by } }) else {
      return reminder.devices.isEmpty || wasTold(person, reminder)
    }
    return person.devices.contains { $0.id == by }
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

/// Who is told what at this moment: quiet hours, daily budget, digest, repeats.
extension Reminders {
  mutating func deliver(_ turn: inout Turn) {
    guard !turn.memory.reminders.isEmpty else { return }
    crowdedUntil = crowdedUntil.filter { $0.value > turn.now.uptime }
    expire(&turn)
    var waiting = Waiting(at: turn.now)
    let listeners = listeners(turn, &waiting)
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
  func listeners(_ turn: Turn, _ waiting: inout Waiting) -> [Int] {
    guard maySpeak(at: waiting.now) else { return [] }
    return turn.plan.people.indices.filter { i in
      let person = turn.plan.people[i]
      return !openDevices(of: person, turn, &waiting).isEmpty && !isAsleep(person, turn, &waiting)
        && hasBudget(person, turn, &waiting)
    }
  }

  private func isAsleep(_ person: PersonPlan, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    let calendar = turn.plan.site.calendar
    let local = calendar.local(waiting.now.wall)
    guard let quiet = person.quiet, quiet.contains(local.secondOfDay) else { return false }
    let isToday = local.secondOfDay < quiet.toSecondOfDay
    let end = calendar.moment(
      dayNumber: local.dayNumber + (isToday ? 0 : 1), secondOfDay: quiet.toSecondOfDay,
      after: waiting.now.wall)
    return !waiting.isDue(end)
  }

  private func hasBudget(_ person: PersonPlan, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    let calendar = turn.plan.site.calendar
    let today = calendar.local(waiting.now.wall).dayNumber
    if budgetLeft(person, turn, day: today) > 0 { return true }
    return waiting.isDue(calendar.moment(dayNumber: today + 1, secondOfDay: 0))
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
    var waiting = Waiting(at: turn.now)
    for reminder in turn.memory.reminders where isExpired(reminder, turn, &waiting) {
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

  private func isExpired(_ reminder: ReminderMemory, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard waiting.now.isWallTrusted, reminder.state == .sent, let sent = reminder.sentAt,
      reminder.kind == .noRise || reminder.kind == .countdown || reminder.key == NoticeKey.digest
    else { return false }
    return waiting.isDue(sent + turn.plan.reminders.expiresAfter)
  }

  /// Gives everything whose time has come its next revision, if there is anybody to hear it. What falls due within the digest
  /// window of something that goes out goes along.
  private mutating func launch(_ listeners: [Int], _ turn: inout Turn) -> Set<String> {
    var launched: Set<String> = []
    var waiting = Waiting(at: turn.now)
    let isHeard = isHeard(listeners, turn, at: turn.now)
    let isWaterRipe =
      isHeard && turn.memory.reminders.contains { $0.kind == .water && isRipe($0, turn, &waiting) }
    for var reminder in turn.memory.reminders {
      let window = isWaterRipe && reminder.kind == .water ? turn.plan.reminders.digestWindow : .zero
      guard mayGo(reminder, isHeard: isHeard, turn, &waiting),
        isRipe(reminder, within: window, turn, &waiting)
      else { continue }
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
    _ reminder: ReminderMemory, within window: Duration = .zero, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard reminder.key != NoticeKey.digest, reminder.state != .watering else { return false }
    // What must not wait for a clock goes at once, whatever the clock says.
    if reminder.state == .due && turn.urgency(of: reminder) == .timeSensitive { return true }
    // A snooze was promised to the minute.
    if waiting.isDue(reminder.wakeAt - (reminder.state == .snoozed ? .zero : window)) {
      return !waitsForSleepers(reminder, turn, &waiting)
    }
    // A clock that went back must not silence running water.
    guard reminder.trouble?.mayRunWater == true, let sent = reminder.sentAt else { return false }
    return sent > waiting.now.wall + turn.plan.site.clockSkew
  }

  /// There is somebody to hear it.
  private func mayGo(
    _ reminder: ReminderMemory, isHeard: Bool, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    if isHeard { return true }
    guard turn.urgency(of: reminder) == .timeSensitive else { return false }
    return crowdedUntil.isEmpty || turn.plan.people.contains { !openDevices(of: $0, turn, &waiting).isEmpty }
  }

  /// Somebody has not been told what went out to others: they slept, or are new here.
  private func owesWord(to listeners: [Int], _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    turn.plan.people.enumerated().contains { i, person in
      turn.memory.reminders.contains {
        concerns(person, $0, mayHear: listeners.contains(i), turn, &waiting) && !wasTold(person, $0)
      }
    }
  }

  private func concerns(
    _ person: PersonPlan, _ reminder: ReminderMemory, mayHear: Bool, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard reminder.state == .sent, reminder.key != NoticeKey.digest,
      !openDevices(of: person, turn, &waiting).isEmpty
    else { return false }
    guard mayHear || turn.urgency(of: reminder) == .timeSensitive else { return false }
    return reminder.kind != .countdown || mayHearTimer(person, reminder, turn)
  }

  private func wasTold(_ person: PersonPlan, _ reminder: ReminderMemory) -> Bool {
    person.devices.contains { reminder.devices.contains($0.id) }
  }

  /// A repeat while somebody who was told sleeps would never reach them: it waits for the morning, but never longer than half
  /// a day, should two people never be awake together.
  private func waitsForSleepers(
    _ reminder: ReminderMemory, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard reminder.state == .sent, reminder.repeats > 0, waiting.now.isWallTrusted,
      turn.urgency(of: reminder) != .timeSensitive, !waiting.isDue(reminder.wakeAt + Self.repeatWaitsMax)
    else { return false }
    return turn.plan.people.contains { wasTold($0, reminder) && isAsleep($0, turn, &waiting) }
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
    var waiting = Waiting(at: turn.now)
    let owned = turn.memory.reminders.filter { reminder in
      concerns(person, reminder, mayHear: mayHear, turn, &waiting)
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
    var waiting = Waiting(at: turn.now)
    let devices = openDevices(of: person, turn, &waiting)
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
  /// Delivers where something happened since, or time did.
  mutating func tick(_ turn: inout Turn) {
    guard turn.mayMoveReminders || wake.map({ $0 <= turn.now.uptime }) ?? false else { return }
    deliver(&turn)
    turn.mayMoveReminders = true
  }

  /// Works out when there is something to deliver, where anything happened since.
  mutating func settleTime(_ turn: inout Turn, at now: Moment) {
    guard turn.mayMoveReminders else { return }
    turn.mayMoveReminders = false
    var waiting = Waiting(after: now, lookedAt: turn.lookedAt)
    ask(turn, &waiting)
    wake = waiting.next
  }

  /// Asks for what ``deliver(_:)`` would do.
  private func ask(_ turn: Turn, _ waiting: inout Waiting) {
    guard !turn.memory.reminders.isEmpty else { return }
    let listeners = listeners(turn, &waiting)
    let isHeard = isHeard(listeners, turn, at: waiting.now)
    for reminder in turn.memory.reminders {
      let goes = mayGo(reminder, isHeard: isHeard, turn, &waiting) && isRipe(reminder, turn, &waiting)
      if goes || isExpired(reminder, turn, &waiting) { waiting.addNow() }
    }
    if owesWord(to: listeners, turn, &waiting) { waiting.addNow() }
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

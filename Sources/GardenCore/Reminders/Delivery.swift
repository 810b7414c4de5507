/// What goes out at this moment: what has come due, repeats, the day's budget.
extension Reminders {
  mutating func deliver(_ turn: inout Turn) {
    guard !turn.memory.reminders.isEmpty else { return }
    audience.crowdedUntil = audience.crowdedUntil.filter { $0.value > turn.now.uptime }
    expire(&turn)
    var waiting = Waiting(at: turn.now)
    let hearers = audience.hearers(turn, &waiting)
    let launched = launch(hearers, &turn)
    var round = DeliveryRound()
    for hearer in hearers { tell(hearer, pending(for: hearer, launched, turn), &round, &turn) }
    send(round, &turn)
    sayHeld(&turn)
    // Who was told, and who was not, is another matter now.
    for reminder in turn.memory.reminders { turn.news.append(.reminderShown(reminder)) }
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
      [.noRise, .countdown, .refusal].contains(reminder.kind) || reminder.key == NoticeKey.digest
    else { return false }
    return waiting.isDue(sent + turn.plan.reminders.expiresAfter)
  }

  /// Gives everything whose time has come its next revision, if there is anybody to hear it. What falls due within the digest
  /// window of something that goes out goes along.
  private mutating func launch(_ hearers: [Hearer], _ turn: inout Turn) -> Set<String> {
    var launched: Set<String> = []
    var waiting = Waiting(at: turn.now)
    let isWaterRipe = turn.memory.reminders.contains {
      $0.kind == .water && isRipe($0, turn, &waiting) && audience.isHeard($0, by: hearers, turn, at: turn.now)
    }
    for var reminder in turn.memory.reminders {
      let window = isWaterRipe && reminder.kind == .water ? turn.plan.reminders.digestWindow : .zero
      guard isRipe(reminder, within: window, turn, &waiting), mayGo(reminder, hearers, turn, at: turn.now)
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

  func isRipe(
    _ reminder: ReminderMemory, within window: Duration = .zero, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard reminder.key != NoticeKey.digest, reminder.state != .watering,
      !audience.isDenied(reminder, &waiting)
    else { return false }
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
    _ reminder: ReminderMemory, _ hearers: [Hearer], _ turn: Turn, at now: Moment
  ) -> Bool {
    if audience.isHeard(reminder, by: hearers, turn, at: now) { return true }
    guard turn.urgency(of: reminder) == .timeSensitive else { return false }
    return audience.crowdedUntil.isEmpty || hearers.contains { !$0.open.isEmpty }
  }

  /// A repeat while somebody who was told sleeps would never reach them: it waits for the morning, but never longer than half
  /// a day, should two people never be awake together.
  private func waitsForSleepers(
    _ reminder: ReminderMemory, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard reminder.state == .sent, reminder.repeats > 0, waiting.now.isWallTrusted,
      turn.urgency(of: reminder) != .timeSensitive, !waiting.isDue(reminder.wakeAt + Self.repeatWaitsMax)
    else { return false }
    return turn.plan.people.contains {
      audience.wasTold($0, reminder) && audience.isAsleep($0, turn, &waiting)
    }
  }

  /// The pause before a repeat: doubles each time. Probes are named again only at the slowest pace, running water at the quickest.
  func pause(before reminder: ReminderMemory, _ plan: GardenPlan) -> Duration {
    var longest = max(plan.reminders.repeatAfterMax, plan.reminders.repeatAfter)
    if [.sensor, .countdown, .refusal].contains(reminder.kind) { return longest }
    var pause = max(plan.reminders.repeatAfter, .minutes(1))
    if reminder.trouble?.mayRunWater == true {
      longest = WateringLimits.alarmEveryMax
      pause = WateringLimits.alarmAgainAfter
    }
    for _ in 0..<min(max(reminder.repeats, 0), 30) where pause < longest { pause = pause * 2 }
    return min(pause, longest)
  }

  private static let repeatWaitsMax: Duration = .hours(12)

  /// A matter, and the devices of one person that are to be told of it now.
  private struct Pending {
    let reminder: ReminderMemory
    let devices: [DeviceID]
    /// An alarm, or a later turn of what was told before.
    let isFree: Bool
  }

  /// What this person is to be told of, most important first.
  private func pending(for hearer: Hearer, _ launched: Set<String>, _ turn: Turn) -> [Pending] {
    var waiting = Waiting(at: turn.now)
    let person = turn.plan.people[hearer.position]
    let owed = turn.memory.reminders.compactMap { reminder -> Pending? in
      let isLaunched = launched.contains(reminder.key)
      let devices = audience.owed(reminder, to: hearer, isLaunched: isLaunched, turn, &waiting)
      let isFree =
        turn.urgency(of: reminder) == .timeSensitive || !isLaunched && audience.wasTold(person, reminder)
      return devices.isEmpty ? nil : Pending(reminder: reminder, devices: devices, isFree: isFree)
    }
    return [Notice.Urgency.timeSensitive, .active, .passive].flatMap { urgency in
      owed.filter { turn.urgency(of: $0.reminder) == urgency }
    }
  }

  /// Spends the person's budget: waterings as one, everything else one by one; a later turn of what was told costs nothing.
  private mutating func tell(
    _ hearer: Hearer, _ pending: [Pending], _ round: inout DeliveryRound, _ turn: inout Turn
  ) {
    guard !pending.isEmpty else { return }
    let person = turn.plan.people[hearer.position]
    let day = turn.plan.site.calendar.local(turn.now.wall).dayNumber
    var left = audience.budgetLeft(person, turn, at: turn.now.wall)
    let before = left
    func pays(_ matters: [Pending]) -> Bool {
      if matters.allSatisfy(\.isFree) { return true }
      guard left > 0 else { return false }
      left -= 1
      return true
    }
    let thirsty = pending.filter { $0.reminder.kind == .water }
    for matter in pending {
      let isTogether = matter.reminder.kind == .water && thirsty.count > 1
      if !isTogether, pays([matter]) { round.singles.add(matter.reminder.key, matter.devices) }
      // The first of them pays for all, before what matters less.
      if isTogether, matter.reminder.key == thirsty.first?.reminder.key, pays(thirsty) {
        for matter in thirsty { round.together.add(matter.reminder.key, matter.devices) }
      }
    }
    if left != before {
      var spent = turn.memory.spent(by: person.id, on: day)
      spent.sent = person.notificationsPerDay - left
      turn.remember(.person(spent))
    }
  }
}

extension Reminders {
  /// A probe denies what was concluded of a plant; `nil`: it does not.
  mutating func denied(_ plant: PlantID, _ quantity: Quantity, _ denial: Denial?, _ turn: inout Turn) {
    audience.denied[Audience.Measure(plant: plant, quantity: quantity)] = denial
    turn.mayMoveReminders = true
  }

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
    let hearers = audience.hearers(turn, &waiting)
    if hasHeld(hearers, turn, &waiting) { waiting.addNow() }
    // Words that name a day are others tomorrow.
    let calendar = turn.plan.site.calendar
    waiting.add(
      calendar.moment(dayNumber: calendar.local(waiting.now.wall).dayNumber + 1, secondOfDay: 0))
    for reminder in turn.memory.reminders {
      let goes = mayGo(reminder, hearers, turn, at: waiting.now) && isRipe(reminder, turn, &waiting)
      if goes || isExpired(reminder, turn, &waiting) { waiting.addNow() }
      for hearer in hearers where !audience.owed(reminder, to: hearer, turn, &waiting).isEmpty {
        waiting.addNow()
      }
    }
  }
}

/// Who is kept from something by a budget that is used up is told so, once a day and without a sound.
extension Reminders {
  /// What the budgets hold back from those who were not yet told so.
  private func held(_ hearers: [Hearer], _ turn: Turn, _ waiting: inout Waiting) -> [HeldBack] {
    let today = turn.plan.site.calendar.local(waiting.now.wall).dayNumber
    return hearers.compactMap { hearer in
      let person = turn.plan.people[hearer.position]
      let isYesterdays = turn.memory.people.contains { $0.id == person.id && $0.dayNumber == today - 1 }
      guard hearer.isAwake, !hearer.mayHear, !isYesterdays,
        audience.budgetLeft(person, turn, at: waiting.now.wall) <= 0,
        !turn.memory.spent(by: person.id, on: today).wasToldSo
      else { return nil }
      var held = HeldBack(person: person.id)
      for matter in turn.memory.reminders
      where matter.state == .sent || isRipe(matter, turn, &waiting) {
        let hearing = audience.hearings(of: matter, [hearer], turn, at: waiting.now).first
        guard hearing?.word == .budget, let until = hearing?.at else { continue }
        held.keys.append(matter.key)
        held.until = until
        let takers = audience.devices(of: hearer, for: matter, turn)
        let first = takers.map(\.after).min()
        held.devices = merged(held.devices, takers.filter { $0.after == first }.map(\.id))
      }
      return held.devices.isEmpty ? nil : held
    }
  }

  func hasHeld(_ hearers: [Hearer], _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    !held(hearers, turn, &waiting).isEmpty
  }

  /// That it was said is remembered: after a restart it is not said again.
  mutating func sayHeld(_ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    for held in held(audience.hearers(turn, &waiting), turn, &waiting) {
      let day = turn.plan.site.calendar.local(turn.now.wall).dayNumber
      var spent = turn.memory.spent(by: held.person, on: day)
      spent.wasToldSo = true
      turn.remember(.person(spent))
      turn.counters.heldByBudget &+= 1
      turn.log(
        .notice, "person \(held.person)",
        "today's notifications are used up: \(held.keys.joined(separator: ", ")) and what follows waits")
      turn.news.append(.heldBack(held))
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

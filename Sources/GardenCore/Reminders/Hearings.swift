/// Why somebody was not told: the rules of ``Audience``, asked for their reason.
extension Audience {
  /// Of each person of the plan, in its order. None for what reaches everybody.
  func hearings(of matter: ReminderMemory, _ hearers: [Hearer], _ turn: Turn, at now: Moment) -> [Hearing] {
    guard turn.urgency(of: matter) != .timeSensitive, matter.key != NoticeKey.digest else { return [] }
    return hearers.map { hearing($0, matter, turn, at: now) }
  }

  private func hearing(_ hearer: Hearer, _ matter: ReminderMemory, _ turn: Turn, at now: Moment) -> Hearing {
    let person = turn.plan.people[hearer.position]
    guard concerns(hearer.position, matter, turn.plan) else { return Hearing(person, .only) }
    if matter.state == .watering { return Hearing(person, .watering) }
    if matter.state == .sent, wasTold(person, matter) { return Hearing(person, .told, at: matter.sentAt) }
    if matter.state == .snoozed, matter.wakeAt > now.wall {
      return Hearing(person, .putOff, at: matter.wakeAt)
    }
    if yields { return Hearing(person, .bridge) }
    guard person.devices.contains(where: { turn.can(.notify, $0.id) }) else {
      return Hearing(person, .device)
    }
    guard !hearer.open.isEmpty else { return Hearing(person, .crowded) }
    guard now.isWallTrusted else { return Hearing(person, .clock) }
    let takers = devices(of: hearer, for: matter, turn)
    guard !takers.isEmpty else { return Hearing(person, .category) }
    if let pause = pause(of: person, turn, from: now.wall) {
      return Hearing(person, pause.word, at: pause.end)
    }
    guard matter.state == .sent, let sent = matter.sentAt else {
      return Hearing(person, .window, at: max(matter.wakeAt, now.wall))
    }
    let after = takers.map { self.turn(of: $0, for: matter) }.min() ?? .zero
    return Hearing(person, .turn, at: max(sent + after, now.wall))
  }

  /// What keeps that person from hearing anything that is no alarm, and when nothing will.
  private func pause(
    of person: PersonPlan, _ turn: Turn, from now: Timestamp
  ) -> (word: Hearing.Word, end: Timestamp?)? {
    let calendar = turn.plan.site.calendar
    var word: Hearing.Word?
    var time = now
    // A night, the rest of a day, and the night that follows it.
    for _ in 0..<3 {
      if let end = quietEnd(of: person, at: time, calendar) {
        word = word ?? .quiet
        time = end
        continue
      }
      let day = calendar.local(time).dayNumber
      if budgetLeft(person, turn, day: day) > 0 { break }
      word = word ?? .budget
      if person.notificationsPerDay <= 0 { return (.budget, nil) }
      time = calendar.moment(dayNumber: day + 1, secondOfDay: 0)
    }
    return word.map { ($0, time) }
  }
}

/// Who is kept from something by a budget that is used up is told so, once a day and without a sound.
extension Reminders {
  /// What the budgets hold back from those who were not yet told so.
  private func held(_ hearers: [Hearer], _ turn: Turn, _ waiting: inout Waiting) -> [HeldBack] {
    let today = turn.plan.site.calendar.local(waiting.now.wall).dayNumber
    return hearers.compactMap { hearer in
      let person = turn.plan.people[hearer.position]
      guard hearer.isAwake, !hearer.mayHear, audience.budgetLeft(person, turn, day: today) == 0 else {
        return nil
      }
      var held = HeldBack(person: person.id, perDay: person.notificationsPerDay)
      for matter in turn.memory.reminders
      where matter.state == .sent || isRipe(matter, turn, &waiting) {
        let hearing = audience.hearings(of: matter, [hearer], turn, at: waiting.now).first
        guard hearing?.word == .budget, let until = hearing?.at else { continue }
        held.keys.append(matter.key)
        held.until = until
        let first = audience.devices(of: hearer, for: matter, turn).filter { $0.after == .zero }.map(\.id)
        held.devices = merged(held.devices, first)
      }
      return held.devices.isEmpty ? nil : held
    }
  }

  func hasHeld(_ hearers: [Hearer], _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    !held(hearers, turn, &waiting).isEmpty
  }

  /// That it was said counts as a notification of the day: after a restart it is not said again.
  mutating func sayHeld(_ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    for held in held(audience.hearers(turn, &waiting), turn, &waiting) {
      let day = turn.plan.site.calendar.local(turn.now.wall).dayNumber
      turn.remember(.person(PersonMemory(id: held.person, dayNumber: day, sent: held.perDay + 1)))
      turn.counters.heldByBudget &+= 1
      turn.log(
        .notice, "person \(held.person)",
        "today's notifications are used up: \(held.keys.joined(separator: ", ")) and what follows waits")
      turn.news.append(.heldBack(held))
    }
  }
}

/// What a budget holds back from one person.
package struct HeldBack: Sendable, Hashable {
  var person: PersonID
  var perDay: Int
  /// Of the matters.
  var keys: [String] = []
  var devices: [DeviceID] = []
  var until = Timestamp(milliseconds: 0)
}

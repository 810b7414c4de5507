/// Why somebody was not told: the rules of ``Audience``, asked for their reason.
extension Audience {
  /// Of each person of the plan, in its order. None for what reaches everybody.
  func hearings(of matter: ReminderMemory, _ hearers: [Hearer], _ turn: Turn, at now: Moment) -> [Hearing] {
    guard turn.urgency(of: matter) != .timeSensitive, matter.key != NoticeKey.digest else { return [] }
    return hearers.map { hearing($0, matter, turn, at: now) }
  }

  func hearings(of matter: ReminderMemory, _ turn: Turn, at now: Moment) -> [Hearing] {
    var waiting = Waiting(at: now)
    return hearings(of: matter, hearers(turn, &waiting), turn, at: now)
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
    var waiting = Waiting(at: now)
    if isDenied(matter, &waiting) {
      return Hearing(person, .rising, at: waiting.next.map { now.wall + ($0 - now.uptime) })
    }
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
    var word: Hearing.Word?
    var time = now
    // A night, the rest of a day, and the night that follows it.
    for _ in 0..<3 {
      if let end = quietEnd(of: person, at: time, turn.plan.site.calendar) {
        word = word ?? .quiet
        time = end
        continue
      }
      if budgetLeft(person, turn, at: time) > 0 { break }
      word = word ?? .budget
      if person.notificationsPerDay <= 0 { return (.budget, nil) }
      time = budgetRenewed(for: person, turn, after: time)
    }
    return word.map { ($0, time) }
  }
}

/// The open matters as they were published last. Words name days as seen from theirs.
struct ShownReminders: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var snapshot: ReminderSnapshot
    var dayNumber: Int
  }
  private var entries: [String: Entry] = [:]

  mutating func forget(_ key: String) { entries[key] = nil }

  /// Whether a reader would see a difference; then it is the one that is shown.
  mutating func isNews(_ snapshot: ReminderSnapshot, on dayNumber: Int) -> Bool {
    let present = Entry(snapshot: snapshot, dayNumber: dayNumber)
    defer { entries[snapshot.key] = present }
    return entries[snapshot.key] != present
  }
}

/// Answers to reminders: done, later, tomorrow, dismissed, opened.
extension Garden {
  /// Two reports of water for one plant closer than this are one watering.
  static let mergeWindow: Duration = .minutes(10)
  /// "Done" on a note that went without an answer counts this long: the water is in the pot.
  static let lateDoneCounts: Duration = .hours(24)

  mutating func answered(_ head: CommandHead, _ plant: PlantID, _ note: UniqueID?, _ answer: Answer)
    -> Verdict
  {
    if let note, let alarm = memory.reminders.first(where: { $0.note == note && $0.isAlarm }) {
      return Verdict(answeredAlarm(head, alarm, answer))
    }
    // Seen is seen, whatever became of the note.
    if answer == .dismissed || answer == .opened { return Verdict(outcome(head, .accepted)) }
    guard let p = plantPosition(plant) else { return Verdict(outcome(head, .unknownPlant)) }
    let target = target(of: note, p)
    if case .closed(let by, _) = target, by != Self.nobody {
      return Verdict(outcome(head, .alreadyDone, by: by, p, at: turn.now))
    }
    if target == .unknown { return Verdict(outcome(head, .unknownNote)) }
    if answer == .done { return done(head, p, target) }
    return snooze(head, p, target, until: snoozeEnd(answer, head, turn.now))
  }

  /// What an answer is about.
  enum NoteTarget: Hashable {
    /// An open matter's key.
    case open(key: String)
    /// Closed by that device, or by ``Garden/nobody``.
    case closed(by: DeviceID, at: Timestamp)
    /// The answer names a note that we never sent, or that is another plant's.
    case unknown
    /// The answer names no note, and nothing is open.
    case nothing
  }

  func target(of note: UniqueID?, _ p: Int) -> NoteTarget {
    let id = plants[p].plan.id
    guard let note else {
      let open =
        memory.reminders.first { $0.kind == .water && $0.subject == id }
        ?? memory.reminders.first { $0.kind == .noRise && $0.subject == id }
      return open.map { .open(key: $0.key) } ?? .nothing
    }
    if let open = memory.reminders.first(where: { ($0.note == note || $0.digest == note) && $0.subject == id }
    ) {
      return .open(key: open.key)
    }
    if memory.reminders.contains(where: { $0.note == note }) {
      // A digest of which this plant is no longer a part; or another plant's note.
      return isDigest(note) ? closedLast(p) : .unknown
    }
    guard let closed = memory.answered.last(where: { $0.closedNote == note }) else { return .unknown }
    // Only a digest's closing names no plant.
    if closed.plant == nil { return closedLast(p) }
    return closed.plant == id ? .closed(by: closed.outcome.device, at: closed.at) : .unknown
  }

  private func isDigest(_ note: UniqueID) -> Bool {
    memory.reminders.contains { $0.key == NoticeKey.digest && $0.note == note }
  }

  /// How the plant's latest reminder was closed.
  private func closedLast(_ p: Int) -> NoteTarget {
    let id = plants[p].plan.id
    guard let last = memory.answered.last(where: { $0.plant == id && $0.closedNote != nil }) else {
      return .unknown
    }
    return .closed(by: last.outcome.device, at: last.at)
  }

  private mutating func done(_ head: CommandHead, _ p: Int, _ target: NoteTarget) -> Verdict {
    if case .closed(_, let at) = target, turn.now.wall - at > Self.lateDoneCounts {
      return Verdict(outcome(head, .stale))
    }
    if case .open(let key) = target, !isAboutWater(key) { return Verdict(outcome(head, .unknownAction)) }
    if let first = mergesWith(head, p) {
      return Verdict(outcome(head, .alreadyDone, by: first, p, at: turn.now))
    }
    let id = plants[p].plan.id
    let at = wateredAt(head, p, target)
    plants[p].kept.lastWatering = max(plants[p].kept.lastWatering ?? at, at)
    turn.effects.append(.watered(handRecord(head, id)))
    if case .closed = target {} else { beginSoak(p, wateredAt: head.at, at: turn.now) }
    rememberPlant(p)
    let closedNote = closeByDone(head, p, target)
    refresh(p)
    return Verdict(outcome(head, .accepted, p, at: turn.now), closedNote: closedNote, plant: id)
  }

  /// Water for the present dry spell came after it began, whatever the sender's clock says; and an answer's time is whole seconds
  /// and stands for all of its second.
  private func wateredAt(_ head: CommandHead, _ p: Int, _ target: NoteTarget) -> Timestamp {
    let dryFrom = plants[p].judged[0].settledSince
    let isAnswer =
      target == .open(key: NoticeKey.water(plants[p].plan.id)) || head.at + .milliseconds(999) >= dryFrom
    return plants[p].isDry && isAnswer ? max(head.at, dryFrom + .milliseconds(1)) : head.at
  }

  private func isAboutWater(_ key: String) -> Bool {
    memory.reminders.contains { $0.key == key && $0.kind.takesDone }
  }

  /// Closes what the water answers. The note of it, for those who answer later.
  private mutating func closeByDone(_ head: CommandHead, _ p: Int, _ target: NoteTarget) -> UniqueID? {
    let others = [NoticeKey.noRise(plants[p].plan.id), NoticeKey.countdown(plants[p].plan.id)]
    let doubt = memory.reminders.first { others.contains($0.key) }
    for other in others { closeReminder(other, .done, by: head.device) }
    let key = NoticeKey.water(plants[p].plan.id)
    guard let open = memory.reminders.first(where: { $0.key == key }) else { return doubt?.note }
    // Water from before the present spell is a fact, but no answer to it.
    guard target == .open(key: key) || head.at >= open.dueSince - plants[p].plan.soakTime else {
      return doubt?.note
    }
    closeReminder(key, .done, by: head.device)
    return open.note
  }

  /// Who reported the same watering first; `nil`: nobody did.
  private func mergesWith(_ head: CommandHead, _ p: Int) -> DeviceID? {
    let id = plants[p].plan.id
    guard let first = memory.answered.last(where: { $0.plant == id && $0.outcome.device != Self.nobody }),
      case .plant(_, let last, _) = first.outcome.detail
    else { return nil }
    let apart = head.at >= last ? head.at - last : last - head.at
    return apart <= Self.mergeWindow ? first.outcome.device : nil
  }

  private func snoozeEnd(_ answer: Answer, _ head: CommandHead, _ now: Moment) -> Timestamp {
    // Our own clock may be wrong; the device's is the better one then.
    let base = now.isWallTrusted ? now.wall : head.at
    guard answer == .tomorrow else { return base + plan.reminders.laterAfter }
    let calendar = plan.site.calendar
    let end = calendar.moment(
      dayNumber: calendar.local(head.at).dayNumber + 1, secondOfDay: plan.reminders.tomorrowAtSecondOfDay)
    if end > base { return end }
    return calendar.moment(
      dayNumber: calendar.local(base).dayNumber + 1, secondOfDay: plan.reminders.tomorrowAtSecondOfDay)
  }

  private mutating func snooze(_ head: CommandHead, _ p: Int, _ target: NoteTarget, until end: Timestamp)
    -> Verdict
  {
    guard case .open(let key) = target, var reminder = memory.reminders.first(where: { $0.key == key }) else {
      return Verdict(outcome(head, .stale))
    }
    let shown = reminder
    // The longer of two snoozes holds.
    reminder.wakeAt = reminder.state == .snoozed ? max(reminder.wakeAt, end) : end
    reminder.state = .snoozed
    reminder.snoozedBy = head.device
    reminder.devices = []
    reminder.digest = nil
    turn.counters.count(.snoozed)
    turn.remember(.reminder(reminder))
    publishReminder(reminder)
    withdraw(shown, .deferred, by: head.device)
    closeDigestIfAnswered(shown.digest, .deferred, by: head.device)
    return Verdict(outcome(head, .accepted, p, at: turn.now))
  }

  private func outcome(
    _ head: CommandHead, _ code: Outcome.Code, by: DeviceID? = nil, _ p: Int? = nil, at now: Moment? = nil
  ) -> Outcome {
    var detail = Outcome.Detail.none
    if let p, let now {
      let dates = wateringDates(p, at: now)
      detail = .plant(plants[p].plan.id, last: dates.last, next: dates.next)
    }
    return Outcome(id: head.id, device: head.device, code: code, by: by, detail: detail)
  }
}

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
      defer { route() }
      return Verdict(reminders.answeredAlarm(head, alarm, answer, &turn))
    }
    // Seen is seen, whatever became of the note.
    if answer == .dismissed || answer == .opened { return Verdict(outcome(head, .accepted)) }
    guard let p = plantPosition(plant) else { return Verdict(outcome(head, .unknownPlant)) }
    let target = NoteTarget(note, of: plants[p].plan.id, memory)
    if case .closed(let by, _) = target, by != AnsweredMemory.nobody {
      return Verdict(outcome(head, .alreadyDone, by: by, p, at: turn.now))
    }
    if target == .unknown { return Verdict(outcome(head, .unknownNote)) }
    if answer == .done { return done(head, p, target) }
    return snooze(head, p, target, until: snoozeEnd(answer, head, turn.now))
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
    guard let open = memory.reminder(key) else { return doubt?.note }
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
    guard let first = memory.answered.last(where: { $0.plant == id && $0.outcome.device != AnsweredMemory.nobody }),
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
    guard case .open(let key) = target, let reminder = memory.reminder(key) else {
      return Verdict(outcome(head, .stale))
    }
    // The longer of two snoozes holds.
    let until = reminder.state == .snoozed ? max(reminder.wakeAt, end) : end
    reminders.putOff(reminder, until: until, .deferred, by: head.device, &turn)
    route()
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

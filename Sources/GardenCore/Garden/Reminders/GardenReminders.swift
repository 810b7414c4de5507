/// When a plant is to be watered by people, and what they are told of every open matter.
extension Garden {
  /// A dry plant is one episode until water came. After an answer "done" the same spell may ask again only when water had its time.
  mutating func considerDryness(_ p: Int) {
    guard !plants[p].hasOpenReminder, !plants[p].isWatering, plants[p].isSurelyDry(at: turn.now.uptime),
      mayAskAgain(p, at: turn.now)
    else { return }
    openWaterReminder(p)
  }

  /// The interval is the fallback where no probe is usable.
  mutating func considerCalendar(_ p: Int) {
    guard !plants[p].hasOpenReminder, !plants[p].isWatering, let due = calendarDue(p, at: turn.now),
      due <= turn.now.uptime
    else { return }
    openWaterReminder(p)
  }

  private func mayAskAgain(_ p: Int, at now: Moment) -> Bool {
    guard let askAt = nextQuestion(p) else { return true }
    return now.isWallTrusted && now.wall >= askAt
  }

  /// When ``considerDryness(_:)`` opens a reminder by time alone; `nil`: not as things are.
  func dryQuestionDue(_ p: Int, at now: Moment) -> Uptime? {
    guard let counts = plants[p].dryCounts else { return nil }
    guard let askAt = nextQuestion(p) else { return counts }
    return now.isWallTrusted ? max(counts, now.uptime + (askAt - now.wall)) : nil
  }

  /// When the present dry spell may ask (again); `nil`: at once.
  func nextQuestion(_ p: Int) -> Timestamp? {
    let dryFrom = plants[p].judged[0].settledSince
    var wait: Timestamp?
    if let last = plants[p].kept.lastWatering, isSpellAnswered(p) {
      wait = last + max(plants[p].plan.soakTime, plan.reminders.repeatAfter)
    }
    if let watering = plants[p].plan.watering, watering.isAutomatic {
      // The rule waters first; people are asked where that does not help.
      let byRule = dryFrom + max(plants[p].plan.soakTime, watering.durationMax + .hours(1))
      wait = max(wait ?? byRule, byRule)
    }
    return wait
  }

  /// Water was given in the present dry spell, as far as anybody says.
  func isSpellAnswered(_ p: Int) -> Bool {
    guard let last = plants[p].kept.lastWatering else { return false }
    return last > plants[p].judged[0].settledSince || plants[p].kept.soak != nil
  }

  private mutating func openWaterReminder(_ p: Int) {
    plants[p].hasOpenReminder = true
    let id = plants[p].plan.id
    openReminder(NoticeKey.water(id), .water, subject: id, quantity: .moisture)
  }

  mutating func openReminder(
    _ key: String, _ kind: ReminderMemory.Kind, subject: String, quantity: Quantity? = nil
  ) {
    reminders.open(key, kind, subject: subject, quantity: quantity, &turn)
    route()
  }

  mutating func closeReminder(_ key: String, _ reason: Withdrawal.Reason, by device: DeviceID?) {
    reminders.close(key, reason, by: device, &turn)
    route()
  }

  /// After a start or a new plan: what is about something that is gone is taken back.
  mutating func dropRemindersWithoutSubject() {
    for reminder in memory.reminders where reminder.key != NoticeKey.digest {
      guard subject(of: reminder, at: turn.now) == nil else { continue }
      closeReminder(reminder.key, .cancelled, by: nil)
    }
  }
}

// What reminders told, in words.
extension Garden {
  mutating func publishReminder(_ reminder: ReminderMemory) {
    guard let picture = picture(of: reminder, at: turn.now) else { return }
    turn.effects.append(.publish(.reminder(picture)))
  }

  mutating func reminderClosed(_ reminder: ReminderMemory) {
    if reminder.kind == .water, let p = plantPosition(reminder.subject) {
      plants[p].hasOpenReminder = false
    }
    if reminder.kind == .sensor, let s = sensors.positions[reminder.subject] {
      sensors[s].isNamed = false
    }
    turn.effects.append(.publish(.noReminder(key: reminder.key)))
  }

  /// What it was about may be gone: then nothing waits for an answer any more.
  mutating func tell(_ telling: Telling) {
    let reminder = telling.reminder
    let isDigest = reminder.key == NoticeKey.digest
    guard let subject = isDigest ? digest(telling.keys) : subject(of: reminder, at: turn.now) else {
      return closeReminder(reminder.key, .cancelled, by: nil)
    }
    turn.effects.append(
      .notify(
        Notice(
          id: reminder.note, key: reminder.key, revision: reminder.revision, dueSince: reminder.dueSince,
          sentAt: turn.now.wall, expires: telling.expires, urgency: telling.urgency, subject: subject,
          devices: telling.devices, isUpdate: telling.isUpdate)))
  }

  private func digest(_ keys: [String]) -> NoticeSubject {
    .digest(byUrgency(keys).compactMap { plantPosition($0.subject).map { thirst($0, at: turn.now) } })
  }

  /// Driest first, against the own limit; plants without a value by the calendar come last, longest due first.
  private func byUrgency(_ keys: [String]) -> [ReminderMemory] {
    let open = keys.compactMap { memory.reminder($0) }
    func need(_ reminder: ReminderMemory) -> Double {
      guard let p = plantPosition(reminder.subject), let value = plants[p].judged[0].value,
        let limit = plants[p].dryBelow, limit > 0
      else { return 0 }
      return (limit - value) / limit
    }
    return open.enumerated().sorted { a, b in
      let (first, second) = (need(a.element), need(b.element))
      if first != second { return first > second }
      if a.element.dueSince != b.element.dueSince { return a.element.dueSince < b.element.dueSince }
      return a.offset < b.offset
    }.map(\.element)
  }

  /// `nil` for the digest, which is no matter of its own.
  func picture(of reminder: ReminderMemory, at now: Moment) -> ReminderPicture? {
    guard reminder.key != NoticeKey.digest, let subject = subject(of: reminder, at: now) else { return nil }
    let state: ReminderPicture.State
    switch reminder.state {
    case .due: state = .due
    case .sent: state = .sent(at: reminder.sentAt ?? reminder.dueSince)
    case .snoozed:
      state = .snoozed(until: reminder.wakeAt, by: reminder.snoozedBy ?? AnsweredMemory.nobody)
    case .watering:
      guard let run = waterings.run(of: reminder.subject) else {
        state = .due
        break
      }
      state = .watering(run, by: reminder.snoozedBy)
    }
    return ReminderPicture(
      key: reminder.key, note: reminder.note, revision: reminder.revision, state: state, subject: subject,
      dueSince: reminder.dueSince)
  }
}

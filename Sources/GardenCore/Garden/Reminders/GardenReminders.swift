/// Open matters: one per key. due → sent → snoozed | answered | expired; the last two are not kept.
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

  /// Opens a matter unless it is open. Water waits for the digest window, everything else is due at once.
  mutating func openReminder(
    _ key: String, _ kind: ReminderMemory.Kind, subject: String, quantity: Quantity?,
    trouble: ValveTrouble? = nil
  ) {
    guard !memory.reminders.contains(where: { $0.key == key }) else { return }
    let wait = kind == .water ? plan.reminders.digestWindow : .zero
    let reminder = ReminderMemory(
      key: key, kind: kind, subject: subject, quantity: quantity, state: .due,
      note: UniqueID(at: turn.now.wall, random: &turn.dice), revision: revisions[key] ?? 0,
      dueSince: turn.now.wall,
      wakeAt: turn.now.wall + wait, trouble: trouble)
    turn.counters.count(.opened)
    turn.remember(.reminder(reminder))
    publishReminder(reminder)
  }

  /// Closes a matter, if it is open, and takes it back from every device that shows it. `by` nil: nobody answered.
  mutating func closeReminder(_ key: String, _ reason: Withdrawal.Reason, by device: DeviceID?) {
    guard let reminder = memory.reminders.first(where: { $0.key == key }) else { return }
    revisions[key] = reminder.revision
    turn.counters.count(reason.fate)
    if reminder.kind == .water, let p = plantPosition(reminder.subject) {
      plants[p].hasOpenReminder = false
    }
    if reminder.kind == .sensor, let s = sensors.positions[reminder.subject] {
      sensors[s].isNamed = false
    }
    turn.remember(.noReminder(key: key))
    if device == nil && reminder.revision > 0 && reminder.kind.takesDone {
      rememberClosed(reminder.note, plant: reminder.subject)
    }
    turn.effects.append(.publish(.noReminder(key: key)))
    withdraw(reminder, reason, by: device)
    closeDigestIfAnswered(reminder.digest, reason, by: device)
  }

  mutating func withdraw(
    _ reminder: ReminderMemory, _ reason: Withdrawal.Reason, by device: DeviceID?,
    activity: UniqueID? = nil
  ) {
    // Who was told by a digest alone shows nothing under this key.
    let inDigest = memory.reminders.first { $0.key == NoticeKey.digest && $0.note == reminder.digest }
    let devices = reminder.devices.filter { inDigest?.devices.contains($0) != true }
    guard !devices.isEmpty else { return }
    turn.effects.append(
      .withdraw(
        Withdrawal(
          id: UniqueID(at: turn.now.wall, random: &turn.dice), note: reminder.note, key: reminder.key,
          reason: reason,
          by: device, at: turn.now.wall, devices: devices, activity: activity)))
  }

  /// The digest names one plant less, and goes when none of its plants is open any more.
  mutating func closeDigestIfAnswered(_ digest: UniqueID?, _ reason: Withdrawal.Reason, by device: DeviceID?)
  {
    guard let digest,
      let entry = memory.reminders.first(where: { $0.key == NoticeKey.digest && $0.note == digest })
    else { return }
    guard !memory.reminders.contains(where: { $0.digest == digest && $0.state == .sent }) else {
      return shrinkDigest(entry)
    }
    revisions[NoticeKey.digest] = entry.revision
    turn.remember(.noReminder(key: NoticeKey.digest))
    rememberClosed(digest, plant: nil)
    withdraw(entry, reason, by: device)
  }

  /// A note that nobody answered is remembered as closed, under the name of nobody: a late "done" still counts for a day.
  /// `plant` nil: a digest.
  mutating func rememberClosed(_ note: UniqueID, plant: PlantID?) {
    let outcome = Outcome(id: note, device: Self.nobody, code: .accepted)
    turn.remember(
      .answered(AnsweredMemory(outcome: outcome, at: turn.now.wall, closedNote: note, plant: plant)))
  }

  /// The device id that stands for nobody in ``AnsweredMemory``.
  package static let nobody: DeviceID = ""

  /// After a start or a new plan: what is about something that is gone is taken back.
  mutating func dropRemindersWithoutSubject() {
    for reminder in memory.reminders where reminder.key != NoticeKey.digest {
      guard subject(of: reminder, at: turn.now) == nil else { continue }
      closeReminder(reminder.key, .cancelled, by: nil)
    }
  }

  mutating func publishReminder(_ reminder: ReminderMemory) {
    guard let picture = picture(of: reminder, at: turn.now) else { return }
    turn.effects.append(.publish(.reminder(picture)))
  }

  /// `nil` for the digest, which is no matter of its own.
  func picture(of reminder: ReminderMemory, at now: Moment) -> ReminderPicture? {
    guard reminder.key != NoticeKey.digest, let subject = subject(of: reminder, at: now) else { return nil }
    let state: ReminderPicture.State
    switch reminder.state {
    case .due: state = .due
    case .sent: state = .sent(at: reminder.sentAt ?? reminder.dueSince)
    case .snoozed: state = .snoozed(until: reminder.wakeAt, by: reminder.snoozedBy ?? Self.nobody)
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

/// Open matters: one per key. due → sent → snoozed | answered | expired; the last two are not kept.
extension Garden {
  /// A dry plant is one episode until water came. After an answer "done" the same spell may ask again only when water had its time.
  mutating func considerDryness(_ p: Int, at now: Moment, into effects: inout [Effect]) {
    guard !plants[p].hasOpenReminder, !plants[p].isWatering, plants[p].isSurelyDry(at: now.uptime),
      mayAskAgain(p, at: now)
    else { return }
    openWaterReminder(p, at: now, into: &effects)
  }

  /// The interval is the fallback where no probe is usable.
  mutating func considerCalendar(_ p: Int, at now: Moment, into effects: inout [Effect]) {
    guard !plants[p].hasOpenReminder, !plants[p].isWatering, let due = calendarDue(p, at: now),
      due <= now.uptime
    else { return }
    openWaterReminder(p, at: now, into: &effects)
  }

  private func mayAskAgain(_ p: Int, at now: Moment) -> Bool {
    guard let askAt = nextQuestion(p) else { return true }
    return now.isWallTrusted && now.wall >= askAt
  }

  /// When ``considerDryness(_:at:into:)`` opens a reminder by time alone; `nil`: not as things are.
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

  private mutating func openWaterReminder(_ p: Int, at now: Moment, into effects: inout [Effect]) {
    plants[p].hasOpenReminder = true
    let id = plants[p].plan.id
    openReminder(NoticeKey.water(id), .water, subject: id, quantity: .moisture, at: now, into: &effects)
  }

  /// Opens a matter unless it is open. Water waits for the digest window, everything else is due at once.
  mutating func openReminder(
    _ key: String, _ kind: ReminderMemory.Kind, subject: String, quantity: Quantity?,
    trouble: ValveTrouble? = nil, at now: Moment, into effects: inout [Effect]
  ) {
    guard !memory.reminders.contains(where: { $0.key == key }) else { return }
    let wait = kind == .water ? plan.reminders.digestWindow : .zero
    let reminder = ReminderMemory(
      key: key, kind: kind, subject: subject, quantity: quantity, state: .due,
      note: UniqueID(at: now.wall, random: &random), revision: revisions[key] ?? 0, dueSince: now.wall,
      wakeAt: now.wall + wait, trouble: trouble)
    counters.count(.opened)
    remember(.reminder(reminder), into: &effects)
    publishReminder(reminder, at: now, into: &effects)
  }

  /// Closes a matter, if it is open, and takes it back from every device that shows it. `by` nil: nobody answered.
  mutating func closeReminder(
    _ key: String, _ reason: Withdrawal.Reason, by device: DeviceID?, at now: Moment,
    into effects: inout [Effect]
  ) {
    guard let reminder = memory.reminders.first(where: { $0.key == key }) else { return }
    revisions[key] = reminder.revision
    counters.count(reason.fate)
    if reminder.kind == .water, let p = plants.firstIndex(where: { $0.plan.id == reminder.subject }) {
      plants[p].hasOpenReminder = false
    }
    if reminder.kind == .sensor, let s = sensors.firstIndex(where: { $0.plan.id == reminder.subject }) {
      sensors[s].isNamed = false
    }
    remember(.noReminder(key: key), into: &effects)
    if device == nil && reminder.revision > 0 && reminder.kind.takesDone {
      rememberClosed(reminder.note, plant: reminder.subject, at: now, into: &effects)
    }
    effects.append(.publish(.noReminder(key: key)))
    withdraw(reminder, reason, by: device, at: now, into: &effects)
    closeDigestIfAnswered(reminder.digest, reason, by: device, at: now, into: &effects)
  }

  mutating func withdraw(
    _ reminder: ReminderMemory, _ reason: Withdrawal.Reason, by device: DeviceID?,
    activity: UniqueID? = nil, at now: Moment, into effects: inout [Effect]
  ) {
    // Who was told by a digest alone shows nothing under this key.
    let inDigest = memory.reminders.first { $0.key == NoticeKey.digest && $0.note == reminder.digest }
    let devices = reminder.devices.filter { inDigest?.devices.contains($0) != true }
    guard !devices.isEmpty else { return }
    effects.append(
      .withdraw(
        Withdrawal(
          id: UniqueID(at: now.wall, random: &random), note: reminder.note, key: reminder.key, reason: reason,
          by: device, at: now.wall, devices: devices, activity: activity)))
  }

  /// The digest names one plant less, and goes when none of its plants is open any more.
  mutating func closeDigestIfAnswered(
    _ digest: UniqueID?, _ reason: Withdrawal.Reason, by device: DeviceID?, at now: Moment,
    into effects: inout [Effect]
  ) {
    guard let digest,
      let entry = memory.reminders.first(where: { $0.key == NoticeKey.digest && $0.note == digest })
    else { return }
    guard !memory.reminders.contains(where: { $0.digest == digest && $0.state == .sent }) else {
      return shrinkDigest(entry, at: now, into: &effects)
    }
    revisions[NoticeKey.digest] = entry.revision
    remember(.noReminder(key: NoticeKey.digest), into: &effects)
    rememberClosed(digest, plant: nil, at: now, into: &effects)
    withdraw(entry, reason, by: device, at: now, into: &effects)
  }

  /// A note that nobody answered is remembered as closed, under the name of nobody: a late "done" still counts for a day.
  /// `plant` nil: a digest.
  mutating func rememberClosed(
    _ note: UniqueID, plant: PlantID?, at now: Moment, into effects: inout [Effect]
  ) {
    let outcome = Outcome(id: note, device: Self.nobody, code: .accepted)
    remember(
      .answered(AnsweredMemory(outcome: outcome, at: now.wall, closedNote: note, plant: plant)),
      into: &effects)
  }

  /// The device id that stands for nobody in ``AnsweredMemory``.
  package static let nobody: DeviceID = ""

  /// After a start or a new plan: what is about something that is gone is taken back.
  mutating func dropRemindersWithoutSubject(at now: Moment, into effects: inout [Effect]) {
    for reminder in memory.reminders where reminder.key != NoticeKey.digest {
      guard subject(of: reminder, at: now) == nil else { continue }
      closeReminder(reminder.key, .cancelled, by: nil, at: now, into: &effects)
    }
  }

  mutating func publishReminder(_ reminder: ReminderMemory, at now: Moment, into effects: inout [Effect]) {
    guard let picture = picture(of: reminder, at: now) else { return }
    effects.append(.publish(.reminder(picture)))
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

/// Open matters: one per key. due → sent → snoozed | answered | expired; the last two are not kept.
///
/// What is open stands in ``GardenMemory/reminders``. Who is told what, and when, is decided here; the garden makes the words when
/// the ``News`` reaches it.
struct Reminders: Sendable, Hashable {
  /// Last revision per key of a closed notification, so that the next one is higher.
  var revisions: [String: Int] = [:]
  /// When time alone lets ``deliver(_:)`` do something, as ``settleTime(_:at:)`` found it.
  var wake: Uptime?
  /// What is wrong with each valve of which people are told.
  var valveTroubles: [String: ValveAlarm]

  /// Who is told of what.
  var audience: Audience

  init(memory: GardenMemory, plan: GardenPlan) {
    valveTroubles = Self.valveTroubles(in: memory)
    audience = Audience(plan)
  }

  /// Opens a matter unless it is open. Water waits for the digest window, everything else is due at once.
  mutating func open(_ matter: Matter, _ turn: inout Turn) {
    guard turn.memory.reminder(matter.key) == nil else { return }
    let wait = matter.kind == .water ? turn.plan.reminders.digestWindow : .zero
    turn.counters.count(.opened)
    keep(
      ReminderMemory(
        key: matter.key, kind: matter.kind, subject: matter.subject, quantity: matter.quantity, state: .due,
        note: UniqueID(at: turn.now.wall, random: &turn.dice), revision: revisions[matter.key] ?? 0,
        dueSince: turn.now.wall, wakeAt: turn.now.wall + wait, trouble: matter.trouble),
      &turn)
  }

  /// Closes a matter, if it is open, and takes it back from every device that shows it. `by` nil: nobody answered.
  mutating func close(
    _ key: String, _ reason: Withdrawal.Reason, by device: DeviceID?, _ turn: inout Turn
  ) {
    guard let reminder = turn.memory.reminder(key) else { return }
    revisions[key] = reminder.revision
    turn.counters.count(reason.fate)
    turn.remember(.noReminder(key: key))
    if device == nil && reminder.revision > 0 && reminder.kind.takesDone {
      rememberClosed(reminder.note, plant: reminder.subject, &turn)
    }
    turn.news.append(.reminderClosed(reminder))
    withdraw(reminder, reason, by: device, &turn)
    leaveDigest(reminder, reason, by: device, &turn)
  }

  /// Off the screens until then.
  mutating func putOff(
    _ shown: ReminderMemory, until end: Timestamp, _ reason: Withdrawal.Reason, by device: DeviceID?,
    _ turn: inout Turn
  ) {
    var reminder = shown
    reminder.wakeAt = end
    // Water that is on its way goes on, and the reminder is put off where it was none.
    if shown.state != .watering { reminder.state = .snoozed }
    reminder.snoozedBy = device
    turn.counters.count(reason.fate)
    leaveScreens(reminder, shown, reason, by: device, activity: nil, &turn)
  }

  /// Water is on its way, whoever asked for it: nobody is asked meanwhile. A reminder that was put off is on no screen, and keeps who
  /// put it off until when.
  mutating func giveWay(
    _ plant: PlantID, to run: UniqueID?, by device: DeviceID?, _ turn: inout Turn
  ) {
    guard let shown = turn.memory.reminder(NoticeKey.water(plant)), shown.state != .watering else { return }
    var reminder = shown
    reminder.state = .watering
    if shown.state == .snoozed { return keep(reminder, &turn) }
    reminder.snoozedBy = nil
    leaveScreens(reminder, shown, .superseded, by: device, activity: run, &turn)
  }

  private mutating func leaveScreens(
    _ changed: ReminderMemory, _ shown: ReminderMemory, _ reason: Withdrawal.Reason, by device: DeviceID?,
    activity: UniqueID?, _ turn: inout Turn
  ) {
    var reminder = changed
    reminder.devices = []
    reminder.digest = nil
    keep(reminder, &turn)
    withdraw(shown, reason, by: device, activity: activity, &turn)
    leaveDigest(shown, reason, by: device, &turn)
  }

  /// The water was none: it is put off as before, or asks again.
  mutating func comeBack(_ watered: ReminderMemory, _ turn: inout Turn) {
    guard watered.snoozedBy != nil, watered.wakeAt > turn.now.wall else { return askAgain(watered, &turn) }
    var reminder = watered
    reminder.state = .snoozed
    keep(reminder, &turn)
  }

  /// It was put off for something that did not help: it is due again, at once.
  mutating func askAgain(_ shown: ReminderMemory, _ turn: inout Turn) {
    var reminder = shown
    reminder.state = .due
    reminder.snoozedBy = nil
    reminder.repeats = 0
    reminder.wakeAt = turn.now.wall + .milliseconds(1)
    keep(reminder, &turn)
  }

  /// The question of a place that left its range is answered by its slider, wherever that is moved. Nobody goes on showing a slider that
  /// others have moved: the question is off the screens until the device has answered, comes back where it did not take the value, and
  /// after a day where the value did not help. `mover`: who moved it last.
  mutating func sliderMoved(
    _ new: ControlSnapshot, from old: ControlSnapshot?, by mover: DeviceID?, _ turn: inout Turn
  ) {
    if case .limit(let plant) = new.kind { return limitMoved(of: plant, new, from: old, &turn) }
    guard var reminder = turn.memory.reminder(NoticeKey.setpoint(new.id)) else {
      return tellAsker(new, from: old, &turn)
    }
    let isNew = old.map { $0.phase != new.phase } ?? true
    let isAnother = old?.value != new.value || old?.revision != new.revision
    let end = turn.now.wall + turn.plan.reminders.repeatAfter
    switch new.phase {
    case .accepted(_, let by) where isNew && by != Controls.config:
      reminder.repeats = 0
      putOff(reminder, until: end, .done, by: by, &turn)
    case .rejected where isNew, .noAnswer where isNew: askAgain(reminder, &turn)
    case .settled where reminder.state != .snoozed && isAnother && old?.value != nil:
      reminder.repeats = 0
      putOff(reminder, until: end, .done, by: mover, &turn)
    case .settled where reminder.state != .snoozed && isAnother:
      // The device has said for the first time where it stands: nobody moved anything.
      bringUpToDate(reminder, &turn)
      turn.news.append(.reminderShown(turn.memory.reminder(reminder.key) ?? reminder))
    case .settled, .accepted, .rejected, .noAnswer: turn.news.append(.reminderShown(reminder))
    }
  }

  /// No place asks: whoever moved the slider is told that it was in vain, until it is moved again.
  private mutating func tellAsker(
    _ new: ControlSnapshot, from old: ControlSnapshot?, _ turn: inout Turn
  ) {
    let key = NoticeKey.refusal(new.id)
    switch new.phase {
    case .rejected(_, let by), .noAnswer(_, let by):
      guard old?.phase != new.phase else { return }
      close(key, .superseded, by: nil, &turn)
      let isSomebody = turn.plan.people.contains { $0.devices.contains { $0.id == by } }
      if isSomebody { open(.refusal(new.id, by: by), &turn) }
    case .settled, .accepted: close(key, .done, by: nil, &turn)
    }
  }

  /// The words of a reminder name the limit, and its slider stands there: both are brought up to date.
  private mutating func limitMoved(
    of plant: PlantID, _ new: ControlSnapshot, from old: ControlSnapshot?, _ turn: inout Turn
  ) {
    guard let old, old.revision != new.revision, let reminder = turn.memory.reminder(NoticeKey.water(plant))
    else { return }
    if reminder.state == .sent, turn.memory.digest(reminder.digest) == nil { bringUpToDate(reminder, &turn) }
    turn.news.append(.reminderShown(turn.memory.reminder(reminder.key) ?? reminder))
  }

  /// Until when an answer puts a matter off.
  static func snoozeEnd(_ answer: Answer, _ head: CommandHead, _ turn: Turn) -> Timestamp {
    // Our own clock may be wrong; the device's is the better one then.
    let base = turn.now.isWallTrusted ? turn.now.wall : head.at
    let times = turn.plan.reminders
    guard answer == .tomorrow else { return base + times.laterAfter }
    let calendar = turn.plan.site.calendar
    func tomorrow(_ day: Timestamp) -> Timestamp {
      calendar.moment(
        dayNumber: calendar.local(day).dayNumber + 1, secondOfDay: times.tomorrowAtSecondOfDay)
    }
    return tomorrow(head.at) > base ? tomorrow(head.at) : tomorrow(base)
  }

  /// Remembers it, and shows it where open matters are shown.
  func keep(_ reminder: ReminderMemory, _ turn: inout Turn) {
    turn.remember(.reminder(reminder))
    turn.news.append(.reminderShown(reminder))
  }

  /// A note that nobody answered is remembered as closed, under the name of nobody: a late "done" still counts for a day.
  /// `plant` nil: a digest.
  func rememberClosed(_ note: UniqueID, plant: PlantID?, _ turn: inout Turn) {
    let outcome = Outcome(id: note, device: AnsweredMemory.nobody, code: .accepted)
    turn.remember(
      .answered(AnsweredMemory(outcome: outcome, at: turn.now.wall, closedNote: note, plant: plant)))
  }

  func withdraw(
    _ reminder: ReminderMemory, _ reason: Withdrawal.Reason, by device: DeviceID?,
    activity: UniqueID? = nil, _ turn: inout Turn
  ) {
    // Who was told by a digest alone shows nothing under this key.
    let inDigest = turn.memory.digest(reminder.digest)
    let devices = reminder.devices.filter { inDigest?.devices.contains($0) != true }
    guard !devices.isEmpty else { return }
    turn.news.append(
      .withdrawn(
        Withdrawal(
          id: UniqueID(at: turn.now.wall, random: &turn.dice), note: reminder.note, key: reminder.key,
          reason: reason, by: device, at: turn.now.wall, devices: devices, activity: activity)))
  }

  /// What happens next moves with the clock too, by no more than the longest wait that there is.
  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    let times = turn.plan.reminders
    for shown in turn.memory.reminders {
      var reminder = shown
      reminder.dueSince = correct(shown.dueSince)
      reminder.sentAt = shown.sentAt.map { correct($0) }
      let lead =
        switch shown.state {
        case .due: times.digestWindow
        case .sent: pause(before: shown, turn.plan)
        case .snoozed, .watering: max(times.laterAfter, times.repeatAfter, .days(2))
        }
      if !shown.isSaidLast { reminder.wakeAt = correct(shown.wakeAt, lead: lead) }
      // What was told keeps its pace; what waits has waited for the clock.
      if reminder.dueSince != shown.dueSince, shown.state != .sent, !correct.keepsPace {
        reminder.wakeAt = min(reminder.wakeAt, turn.now.wall + times.digestWindow)
      }
      if reminder != shown { keep(reminder, &turn) }
    }
  }
}

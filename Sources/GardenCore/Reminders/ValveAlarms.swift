/// What is wrong with a valve, as people hear of it: one matter per valve, the graver one first. While water may be running it is said
/// again and again until a person answers; closing goes on meanwhile whatever anybody answers.
extension Reminders {
  /// The words of open alarms are known across restarts.
  static func valveTroubles(in memory: GardenMemory) -> [String: ValveAlarm] {
    var troubles: [String: ValveAlarm] = [:]
    for reminder in memory.reminders where reminder.kind == .valve {
      guard let trouble = reminder.trouble else { continue }
      let lease = memory.leases.last { $0.actuator == reminder.subject && $0.trouble != nil }
      troubles[reminder.subject] = ValveAlarm(trouble: trouble, plant: lease?.plant)
    }
    return troubles
  }

  mutating func hear(ofValve news: News, _ turn: inout Turn) {
    func id(_ actuator: ActuatorIndex) -> String? { turn.plan.actuator(actuator)?.id }
    switch news {
    case .valveTrouble(let actuator, let trouble, let plant):
      if let id = id(actuator) { raiseValveAlarm(id, ValveAlarm(trouble: trouble, plant: plant), &turn) }
    case .valveTroubleOver(let actuator, let trouble):
      if let id = id(actuator) { endValveAlarm(id, trouble, &turn) }
    case .valveClosed(let actuator): if let id = id(actuator) { valveClosed(id, &turn) }
    default: break
    }
  }

  private mutating func raiseValveAlarm(_ id: String, _ alarm: ValveAlarm, _ turn: inout Turn) {
    let before = valveTroubles[id]?.trouble
    guard var reminder = turn.memory.reminder(NoticeKey.valve(id)) else {
      valveTroubles[id] = alarm
      return open(.valve(id, alarm.trouble), &turn)
    }
    // That of an earlier run, which people may have seen: this one is another.
    let isOlder =
      turn.memory.leases.last { $0.actuator == id }.map { reminder.dueSince < $0.openedAt } ?? false
    // Running water hides everything else of that valve.
    guard before != alarm.trouble || isOlder, before?.mayRunWater != true || alarm.trouble.mayRunWater else {
      return
    }
    valveTroubles[id] = alarm
    reminder.trouble = alarm.trouble
    if isOlder || before?.mayRunWater != true { reminder.dueSince = turn.now.wall }
    askAgain(reminder, &turn)
  }

  /// That trouble is over; another one of the same valve stays.
  private mutating func endValveAlarm(_ id: String, _ trouble: ValveTrouble, _ turn: inout Turn) {
    guard valveTroubles[id].map({ $0.trouble == trouble }) ?? true else { return }
    valveTroubles[id] = nil
    close(NoticeKey.valve(id), .cancelled, by: nil, &turn)
  }

  /// It is proved closed: an alarm that it is not goes. Another one stays on the screens, and offers to stop it no longer. That it had
  /// not opened is not said again, and goes where somebody has seen it.
  private mutating func valveClosed(_ id: String, _ turn: inout Turn) {
    guard var reminder = turn.memory.reminder(NoticeKey.valve(id)), !reminder.endsWhenSeen else { return }
    let didNotOpen = reminder.trouble == .didNotOpen
    if let trouble = reminder.trouble, trouble.isUnproved || didNotOpen && reminder.state == .snoozed {
      return endValveAlarm(id, trouble, &turn)
    }
    if didNotOpen, reminder.state == .sent {
      reminder.wakeAt = reminder.dueSince + ReminderMemory.never
      turn.remember(.reminder(reminder))
    }
    if reminder.state == .sent { bringUpToDate(reminder, &turn) }
    turn.news.append(.reminderShown(turn.memory.reminder(reminder.key) ?? reminder))
  }

  /// A person has seen the alarm, or stops the valve: it is silent for ``WateringLimits/alarmAnsweredFor``, on every device.
  /// A swipe is no answer while water may be running.
  mutating func answeredAlarm(
    _ head: CommandHead, _ reminder: ReminderMemory, _ answer: Answer, _ turn: inout Turn
  ) -> Outcome {
    switch answer {
    case .dismissed: break
    case .done where reminder.endsWhenSeen, .opened where reminder.endsWhenSeen:
      valveTroubles[reminder.subject] = nil
      close(reminder.key, .done, by: head.device, &turn)
    case .done, .opened: silence(reminder, for: WateringLimits.alarmAnsweredFor, by: head.device, &turn)
    case .later, .tomorrow:
      let pause = min(turn.plan.reminders.laterAfter, WateringLimits.alarmAnsweredFor)
      silence(reminder, for: pause, by: head.device, &turn)
    }
    return Outcome(id: head.id, device: head.device, code: .accepted)
  }

  /// Whoever stops a valve knows of it.
  mutating func silenceAlarm(ofValve id: String, by device: DeviceID, _ turn: inout Turn) {
    guard let reminder = turn.memory.reminder(NoticeKey.valve(id)), reminder.state == .sent else { return }
    silence(reminder, for: WateringLimits.alarmAnsweredFor, by: device, &turn)
  }

  private mutating func silence(
    _ shown: ReminderMemory, for pause: Duration, by device: DeviceID, _ turn: inout Turn
  ) {
    putOff(shown, until: turn.now.wall + pause, .deferred, by: device, &turn)
  }
}

/// What is wrong with a valve, for the words of its alarm.
struct ValveAlarm: Sendable, Hashable {
  var trouble: ValveTrouble
  var plant: PlantID?
}

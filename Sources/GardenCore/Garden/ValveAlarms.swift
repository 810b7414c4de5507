/// What is wrong with a valve, as people hear of it: one matter per valve, the graver one first. While water may be running it is said
/// again and again until a person answers; closing goes on meanwhile whatever anybody answers.
extension Garden {
  /// The words of open alarms are known across restarts.
  mutating func recallValveTroubles() {
    for reminder in memory.reminders where reminder.kind == .valve {
      guard let trouble = reminder.trouble else { continue }
      let lease = memory.leases.last { $0.actuator == reminder.subject && $0.trouble != nil }
      valveTroubles[reminder.subject] = ValveMatter(trouble: trouble, plant: lease?.plant)
    }
  }

  mutating func raiseValveAlarm(_ id: String, _ matter: ValveMatter) {
    let key = NoticeKey.valve(id)
    let before = valveTroubles[id]?.trouble
    guard var reminder = memory.reminders.first(where: { $0.key == key }) else {
      valveTroubles[id] = matter
      openReminder(
        key, .valve, subject: id, quantity: nil, trouble: matter.trouble)
      return
    }
    // Running water hides everything else of that valve.
    guard before != matter.trouble, before?.mayRunWater != true || matter.trouble.mayRunWater else { return }
    valveTroubles[id] = matter
    reminder.trouble = matter.trouble
    reminder.state = .due
    reminder.repeats = 0
    reminder.snoozedBy = nil
    reminder.wakeAt = turn.now.wall
    turn.remember(.reminder(reminder))
    publishReminder(reminder)
  }

  /// That trouble is over; another one of the same valve stays.
  mutating func endValveAlarm(_ id: String, _ trouble: ValveTrouble) {
    guard valveTroubles[id].map({ $0.trouble == trouble }) ?? true else { return }
    valveTroubles[id] = nil
    closeReminder(NoticeKey.valve(id), .cancelled, by: nil)
  }

  /// A person has seen the alarm, or stops the valve: it is silent for ``WateringLimits/alarmAnsweredFor``, on every device.
  /// A swipe is no answer while water may be running.
  mutating func answeredAlarm(_ head: CommandHead, _ reminder: ReminderMemory, _ answer: Answer) -> Outcome {
    let accepted = Outcome(id: head.id, device: head.device, code: .accepted)
    switch answer {
    case .dismissed: break
    case .done, .opened:
      silence(
        reminder, until: turn.now.wall + WateringLimits.alarmAnsweredFor, by: head.device)
    case .later, .tomorrow:
      let pause = min(plan.reminders.laterAfter, WateringLimits.alarmAnsweredFor)
      silence(reminder, until: turn.now.wall + pause, by: head.device)
    }
    return accepted
  }

  /// Whoever stops a valve knows of it.
  mutating func silenceAlarm(of plant: PlantID, by device: DeviceID) {
    guard let p = plantPosition(plant), let watering = plants[p].plan.watering else { return }
    let key = NoticeKey.valve(plan.actuators[Int(watering.valve.position)].id)
    guard let reminder = memory.reminders.first(where: { $0.key == key && $0.state == .sent }) else {
      return
    }
    silence(reminder, until: turn.now.wall + WateringLimits.alarmAnsweredFor, by: device)
  }

  private mutating func silence(_ shown: ReminderMemory, until end: Timestamp, by device: DeviceID) {
    var reminder = shown
    reminder.state = .snoozed
    reminder.snoozedBy = device
    reminder.wakeAt = end
    reminder.devices = []
    turn.remember(.reminder(reminder))
    publishReminder(reminder)
    withdraw(shown, .deferred, by: device)
  }

  func valveSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard let actuator = plan.actuators.first(where: { $0.id == reminder.subject }) else { return nil }
    let lease = memory.leases.last { $0.actuator == actuator.id && $0.trouble != nil }
    let trouble = valveTroubles[actuator.id]?.trouble ?? reminder.trouble ?? lease?.trouble ?? .didNotClose
    let plant = valveTroubles[actuator.id]?.plant ?? lease?.plant
    return .valve(
      name: actuator.name, trouble, plant: plant.flatMap(plantPosition).map { facts($0, at: now) })
  }
}

/// What is wrong with a valve, for the words of its alarm.
struct ValveMatter: Sendable, Hashable {
  var trouble: ValveTrouble
  var plant: PlantID?
}

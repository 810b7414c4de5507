/// What an open matter is about, made from the garden as it stands.
extension Garden {
  /// `nil`: what it was about is gone.
  func subject(of reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    switch reminder.kind {
    case .water:
      guard let p = plantPosition(reminder.subject) else { return nil }
      var thirst = thirst(p, at: now)
      thirst.plant.offer = waterOffer(p)
      return .water(thirst)
    case .noRise:
      guard let p = plantPosition(reminder.subject) else { return nil }
      return .noRiseSeen(thirst(p, at: now))
    case .climate: return climateSubject(reminder, at: now)
    case .sensor:
      return sensors.positions[reminder.subject].map {
        .sensor(sensorFacts($0, reminder, at: now))
      }
    case .setpoint: return placeSubject(reminder, at: now)
    case .valve: return valveSubject(reminder, at: now)
    case .heater: return heaterSubject(reminder)
    case .stopped:
      guard let hold = waterings.interlocks.holds.first(where: { $0.kind == .emergency }) else { return nil }
      return .stopped(by: hold.by.map(personName))
    case .countdown: return countdownSubject(reminder, at: now)
    }
  }

  func plantPosition(_ id: PlantID) -> Int? { plantPositions[id] }

  /// Who people know by that device.
  private func personName(_ device: DeviceID) -> String {
    if let console = plan.console, console.id == device { return console.name }
    return plan.people.first { person in person.devices.contains { $0.id == device } }?.name ?? device
  }

  /// How loudly a kind of matter may speak.
  func urgency(of reminder: ReminderMemory) -> Notice.Urgency {
    switch reminder.kind {
    case .valve, .countdown, .stopped: .timeSensitive
    case .heater: heaterUrgency(reminder)
    case .water, .noRise, .setpoint: .active
    case .climate: reminder.quantity == .temperature ? .active : .passive
    case .sensor: .passive
    }
  }

  /// The pause before a repeat: doubles each time. Probes are named again only at the slowest pace, running water at the quickest.
  func pause(before reminder: ReminderMemory) -> Duration {
    var longest = max(plan.reminders.repeatAfterMax, plan.reminders.repeatAfter)
    if reminder.kind == .sensor || reminder.kind == .countdown { return longest }
    var pause = max(plan.reminders.repeatAfter, .minutes(1))
    if reminder.trouble?.mayRunWater == true {
      longest = WateringLimits.alarmEveryMax
      pause = WateringLimits.alarmAgainAfter
    }
    for _ in 0..<min(max(reminder.repeats, 0), 30) where pause < longest { pause = pause * 2 }
    return min(pause, longest)
  }
}

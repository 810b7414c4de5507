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
}

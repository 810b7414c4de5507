/// How rooms and the rest of the garden hear of each other.
extension Garden {
  mutating func judgePlace(_ i: Int) {
    places.judge(place: i, value: temperature(ofPlace: i, at: turn.now), controls: controls, &turn)
    route()
  }

  func temperature(ofPlace i: Int, at now: Moment) -> Double? {
    Fusion.of(.temperature, probes: placeProbes[i], sensors: sensors.all, quorum: 1, at: now.uptime).value
  }

  /// `isFirst`: since the start; an episode that is open goes on, asked or answered as it was.
  mutating func placeLeft(_ place: Int, isLow: Bool, isFirst: Bool, _ subject: NoticeSubject?) {
    let id = plan.places[place].id
    turn.log(.notice, "place \(id)", isLow ? "is below its range" : "is above its range")
    // Without a thermostat there is nothing to move.
    guard subject != nil, let key = placeKey(place) else { return }
    if isFirst, memory.reminders.contains(where: { $0.key == key }) { return }
    closeReminder(key, .superseded, by: nil)
    openReminder(key, .setpoint, subject: id, quantity: .temperature)
  }

  mutating func placeBack(_ place: Int) {
    guard let key = placeKey(place) else { return }
    closeReminder(key, .cancelled, by: nil)
  }

  private func placeKey(_ place: Int) -> String? {
    guard let thermostat = plan.places[place].thermostat,
      plan.actuators.indices.contains(Int(thermostat.position))
    else { return nil }
    return NoticeKey.setpoint("\(plan.actuators[Int(thermostat.position)].id)-setpoint")
  }

  func placeSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard let i = plan.places.firstIndex(where: { $0.id == reminder.subject }) else { return nil }
    let band = plan.places[i].temperature
    let value = temperature(ofPlace: i, at: now)
    let isLow: Bool
    switch (places.standing(of: i), value, band.below) {
    case (.low, _, _): isLow = true
    case (.high, _, _): isLow = false
    case (_, let value?, let below?): isLow = value < below + band.deadband
    case (_, _, let below): isLow = below != nil
    }
    return Places.subject(i, value, isLow: isLow, controls, plan)
  }
}

/// What people are told of probes.
extension Garden {
  mutating func sensorTroubleTurned(_ s: Int, _ trouble: SensorTrouble?) {
    let id = sensors[s].plan.id
    guard let trouble else { return closeReminder(NoticeKey.sensor(id), .cancelled, by: nil) }
    openReminder(
      NoticeKey.sensor(id), .sensor, subject: id, quantity: trouble == .batteryLow ? .battery : nil)
  }

  /// What a person must know of it. A probe without a name of its own, one of several, goes by its id as words.
  func sensorFacts(_ s: Int, _ reminder: ReminderMemory, at now: Moment) -> SensorFacts {
    let plant = readers[s].first.map { plants[$0] }
    let place = placeReaders[s].first
    let siblings = plant?.probes.count ?? place.map { placeProbes[$0].count } ?? 1
    let own = sensors[s].plan.name
    let spoken = String(sensors[s].plan.id.map { $0 == "-" || $0 == "_" ? " " : $0 })
    return SensorFacts(
      name: own ?? (siblings > 1 ? spoken : nil),
      measures: plant?.plan.name ?? place.map { plan.places[$0].name } ?? own ?? spoken,
      trouble: reminder.quantity == .battery ? .batteryLow : sensors.trouble(of: s, turn, at: now) ?? .silent,
      lastHeard: sensors[s].channels.compactMap(\.measuredAt).max(),
      battery: sensors[s].channels[Int(Quantity.battery.rawValue)].value,
      batteryLow: sensors[s].plan.batteryLowPercent)
  }

  /// Plants by where their moisture stands.
  package func plantCount(_ standing: Standing) -> Int {
    plants.count { $0.moisture.standing == standing }
  }

  /// Matters that wait for an answer.
  package var openReminderCount: Int { memory.reminders.count { $0.key != NoticeKey.digest } }

  /// Sensors that somebody reads and that are silent, unreadable or offline.
  package func silentSensorCount(at now: Moment) -> Int { sensors.silentCount(turn, at: now) }
}

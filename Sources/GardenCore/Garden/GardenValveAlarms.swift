/// The alarms of valves, as the garden knows valves and plants.
extension Garden {
  mutating func endValveAlarm(_ id: String, _ trouble: ValveTrouble) {
    reminders.endValveAlarm(id, trouble, &turn)
    route()
  }

  /// Whoever stops a valve knows of it.
  mutating func silenceAlarm(of plant: PlantID, by device: DeviceID) {
    guard let p = plantPosition(plant), let watering = plants[p].plan.watering else { return }
    reminders.silenceAlarm(
      ofValve: plan.actuators[Int(watering.valve.position)].id, by: device, &turn)
    route()
  }

  func valveSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard let actuator = plan.actuators.first(where: { $0.id == reminder.subject }) else { return nil }
    let lease = memory.leases.last { $0.actuator == actuator.id && $0.trouble != nil }
    let matter = reminders.valveTroubles[actuator.id]
    let trouble = matter?.trouble ?? reminder.trouble ?? lease?.trouble ?? .didNotClose
    let plant = matter?.plant ?? lease?.plant
    return .valve(
      name: actuator.name, trouble, plant: plant.flatMap(plantPosition).map { facts($0, at: now) })
  }
}

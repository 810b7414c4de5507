/// What stands where in the plan.
extension GardenPlan {
  /// A device of the config; `nil`: nobody knows it.
  package func device(_ id: DeviceID) -> DevicePlan? {
    for person in people {
      if let device = person.devices.first(where: { $0.id == id }) { return device }
    }
    return console?.id == id ? console : nil
  }

  /// The other devices of that one's person.
  package func companions(of device: DeviceID) -> [DevicePlan] {
    people.first { $0.devices.contains { $0.id == device } }?.devices.filter { $0.id != device } ?? []
  }

  /// Both belong to one person of the config.
  package func areOfOnePerson(_ a: DeviceID, _ b: DeviceID) -> Bool {
    people.contains { person in
      [a, b].allSatisfy { id in person.devices.contains { $0.id == id } }
    }
  }

  /// Who people know by that device.
  func personName(_ device: DeviceID) -> String {
    if let console, console.id == device { return console.name }
    return people.first { person in person.devices.contains { $0.id == device } }?.name ?? device
  }

  /// `nil`: the plan has no such actuator.
  func actuator(_ index: ActuatorIndex) -> ActuatorPlan? {
    let i = Int(index.position)
    return actuators.indices.contains(i) ? actuators[i] : nil
  }

  func isHeater(_ index: ActuatorIndex) -> Bool {
    if case .heater? = actuator(index)?.kind { true } else { false }
  }

  /// A reload may give a valve or a heater another device under the same name. What it leaves behind would stay open, or go on heating.
  ///
  /// As the present plan must be left for this one: what moved to another device counts as dropped, and so is closed while its old
  /// driver is still there.
  package func leaving(_ moved: Set<String>) -> GardenPlan {
    var plan = self
    for a in actuators.indices where moved.contains(actuators[a].id) {
      if case .thermostat = actuators[a].kind { continue }
      plan.actuators[a].id = ""
    }
    return plan
  }
}

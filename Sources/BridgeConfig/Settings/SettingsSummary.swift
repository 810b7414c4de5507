internal import GardenCore

/// What a config holds, as people count it.
extension BridgeSettings {
  /// `1 plant, 2 sensors, 1 person`; what there is none of is left out, unless there is nothing. The command line and Home Assistant are no persons.
  package var summary: String {
    var valves = 0
    var thermostats = 0
    var heaters = 0
    for actuator in plan.actuators {
      switch actuator.kind {
      case .valve: valves += 1
      case .thermostat: thermostats += 1
      case .heater: heaters += 1
      }
    }
    let counts = [
      (plan.plants.count, "plant", "plants"), (plan.sensors.count, "sensor", "sensors"),
      (valves, "valve", "valves"), (thermostats, "thermostat", "thermostats"), (heaters, "heater", "heaters"),
      (plan.places.count, "place", "places"), (persons.count, "person", "people"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return words.isEmpty ? "no plant and no device yet" : words.joined(separator: ", ")
  }

  /// What is another than before: `new: plant mint; gone: sensor old-probe; changed: plant basil`.
  package func changes(from old: BridgeSettings) -> String {
    let (before, after) = (old.things, things)
    let new = after.keys.filter { before[$0] == nil }.sorted()
    let gone = before.keys.filter { after[$0] == nil }.sorted()
    let changed = after.filter { key, value in before[key].map { $0 != value } ?? false }.keys.sorted()
    let parts = [("new", new), ("gone", gone), ("changed", changed)].filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }
    return parts.isEmpty ? "no plant, device or person is another than before" : parts.joined(separator: "; ")
  }

  /// The page's device is nobody's: its page can only look.
  package var isPageNobodys: Bool {
    !plan.people.contains { person in person.devices.contains { $0.id == web.pageDevice } }
  }

  /// Why nobody would be told that a plant is dry; `nil`: somebody would.
  package var untold: Untold? {
    Untold(
      plan.people, of: plan.plants.map(\.id), hasMore: !plan.places.isEmpty || !plan.actuators.isEmpty,
      letsDevicesIn: broker.accounts != nil)
  }

  private var persons: [PersonPlan] {
    plan.people.filter { $0.id != HomeAssistantSection.person }
  }

  /// Everything with a name. Positions in the plan and lines of the file say nothing of a change.
  private var things: [String: AnyHashable] {
    var things: [String: AnyHashable] = [:]
    for var plant in plan.plants {
      plant.shares = []
      plant.dryLine = nil
      plant.watering?.valve = ActuatorIndex(0)
      plant.watering?.line = nil
      things["plant \(plant.id)"] = plant
    }
    for sensor in plan.sensors { things["sensor \(sensor.id)"] = sensor }
    for actuator in plan.actuators { things["device \(actuator.id)"] = actuator.name }
    for place in plan.places { things["place \(place.id)"] = place.temperature }
    for person in persons { things["person \(person.id)"] = person }
    return things
  }
}

internal import GardenCore

/// Sensors, valves, thermostats and heaters by name, while plants and places refer to them.
final class Roster {
  var sensors: [SensorDraft]
  var valves: [ActuatorDraft]
  var thermostats: [ActuatorDraft]
  private(set) var heaters: [HeaterDraft] = []
  private var sensorPositions: [String: Int] = [:]
  private let problems: Problems

  /// Names are short enough that a control's id, `<name>-setpoint`, has at most 64 characters.
  init(_ keys: Section, _ surroundings: ConfigSurroundings) {
    problems = keys.problems
    let formats = keys.table(
      "formats", id: .name(of: "a format"), example: "bed-node",
      help:
        "Message formats that several sensors share: described once, and named by each sensor as 'format'.",
      read: FormatDraft.init)
    sensors = keys.table(
      "sensors", id: .name(of: "a sensor"), entriesMax: GardenPlan.sensorsMax, example: "basil-probe",
      help: "Probes and how they publish."
    ) {
      SensorDraft($0, $1, formats: formats)
    }
    valves = keys.table(
      "valves", id: .name(of: "a valve", upTo: 55), example: "drip-line", help: "Valves and pumps."
    ) { ActuatorDraft.valve($0, $1, surroundings) }
    thermostats = keys.table(
      "thermostats", id: .name(of: "a thermostat", upTo: 55), example: "greenhouse-heater",
      help: "Heaters with a setpoint.", read: ActuatorDraft.thermostat)
    sensorPositions = Dictionary(sensors.indices.map { (sensors[$0].id.value, $0) }) { first, _ in first }
    heaters = keys.table(
      "heaters", id: .name(of: "a heater", upTo: 55), example: "frost-guard",
      help: "Relays without a thermostat, switched by the bridge itself."
    ) { HeaterDraft($0, $1, self, surroundings) }
  }

  /// In the order of the plan.
  var actuators: [ActuatorDraft] { valves + thermostats + heaters.map(\.actuator) }

  /// Position of a heater's relay in the plan.
  func index(ofHeater position: Int) -> ActuatorIndex {
    ActuatorIndex(valves.count + thermostats.count + position)
  }

  /// Completes the relay of a heater.
  func complete(heater position: Int, _ change: (inout ActuatorDraft) -> Void) {
    change(&heaters[position].actuator)
  }

  func sensor(_ name: Placed<String>) -> SensorIndex? {
    guard let index = sensorPositions[name.value] else {
      missing("sensor", "sensors", name, among: sensors.map(\.id.value))
      return nil
    }
    sensors[index].isUsed = true
    return SensorIndex(index)
  }

  /// One that measures any of them.
  func sensor(_ name: Placed<String>, measures wanted: [Quantity]) -> SensorIndex? {
    guard let index = sensor(name) else { return nil }
    if wanted.contains(where: sensors[Int(index.position)].mayMeasure) { return index }
    let words = wanted.map { "\($0.name)" }.joined(separator: " or ")
    problems.error(
      at: name.position, "\(name.path): the sensor \(quoted(name.value)) has no \(words)",
      help: "say where it stands under its 'fields'")
    return nil
  }

  func valve(_ name: Placed<String>) -> ActuatorIndex? {
    guard let index = valves.firstIndex(where: { $0.id.value == name.value }) else {
      missing("valve", "valves", name, among: valves.map(\.id.value))
      return nil
    }
    valves[index].isUsed = true
    return ActuatorIndex(index)
  }

  /// A thermostat or a heater: both have a slider.
  func thermostat(_ name: Placed<String>) -> ActuatorIndex? {
    if let heater = heaters.firstIndex(where: { $0.actuator.id.value == name.value }) {
      return index(ofHeater: heater)
    }
    guard let index = thermostats.firstIndex(where: { $0.id.value == name.value }) else {
      missing(
        "thermostat", "thermostats", name, among: (thermostats + heaters.map(\.actuator)).map(\.id.value))
      return nil
    }
    thermostats[index].isUsed = true
    return ActuatorIndex(valves.count + index)
  }

  private func missing(
    _ noun: String, _ section: String, _ name: Placed<String>, among names: @autoclosure () -> [String]
  ) {
    problems.error(
      at: name.position, "\(name.path): no \(noun) is called \(quoted(name.value))",
      help: Self.help(noun, section, name.value, among: names()))
  }

  /// Near names, else those that there are.
  static func help(_ noun: String, _ section: String, _ name: String, among names: [String]) -> String {
    NearestName.help(for: name, among: names)
      ?? (names.isEmpty
        ? "the file has no \(noun); add it under '\(section)'"
        : "known \(section): \(names.prefix(12).joined(separator: ", "))")
  }
}

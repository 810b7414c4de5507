package import GardenCore

/// What one family is and how its devices are made.
package struct Family: Sendable {
  package typealias MakeSensor = @Sendable (SensorBinding) throws(BindingProblem) -> any DeviceDecoder
  package typealias MakeDriver = @Sendable (ActuatorBinding) throws(BindingProblem) -> any DeviceDriver

  /// What of a binding the family uses beside `topic`.
  package enum Option: String, Sendable, Hashable, CaseIterable {
    case select, fields, availability, temperatureUnit, time, part, template
    case sensorPart, commandTopic, password
  }

  package let name: FamilyName
  /// One line for lists and for the config reference.
  package let summary: String
  /// What `topic` means, with an example.
  package let topic: String
  package let options: Set<Option>
  /// What its sensors may carry, beside what `fields` names.
  package let quantities: [Quantity]
  let sensor: MakeSensor?
  let valve: MakeDriver?
  let thermostat: MakeDriver?
  /// What one part of a gateway may carry, where the parts differ; `nil`: no such part.
  var quantitiesOfPart: (@Sendable (String) -> [Quantity]?)? = nil
  /// Where paths of `fields` and of their rules begin, with an example.
  package var paths = "the root of the message: soil.moisture"

  /// Its messages are values alone, in which no time of their own stands.
  var hasBareValues = false

  package var hasSensors: Bool { sensor != nil }
  package var hasValves: Bool { valve != nil }
  package var hasThermostats: Bool { thermostat != nil }

  /// ``quantities`` of one `part`.
  package func quantities(of part: String?) -> [Quantity] {
    guard let part, let own = quantitiesOfPart?(part) else { return quantities }
    return own
  }

  package func makeSensor(_ binding: SensorBinding) throws(BindingProblem) -> any DeviceDecoder {
    guard let sensor else { throw .noSensors(name) }
    var made = try sensor(binding)
    if let time = binding.time {
      if time.topic == nil, hasBareValues { throw .needsTimeTopic }
      made = try TimedSensor(made, time)
    }
    return binding.excluded.isEmpty ? made : NarrowedSensor(made, without: binding.excluded)
  }

  package func makeDriver(_ binding: ActuatorBinding) throws(BindingProblem) -> any DeviceDriver {
    guard hasValves || hasThermostats else { throw .noActuators(name) }
    guard let make = binding.isValve ? valve : thermostat else {
      throw .cannotDrive(name, isValve: binding.isValve)
    }
    let made = try make(binding)
    return binding.reports.isEmpty ? made : try MappedReportDriver(made, binding)
  }
}

/// All families, in the order of the config reference.
package enum Families {
  package static let all: [Family] = FamilyName.allCases.map(named)

  /// A new family: its name in ``FamilyName``, a line here, and a folder with its `Family` and its decoders.
  package static func named(_ name: FamilyName) -> Family {
    switch name {
    case .zigbee2mqtt: .zigbee2MQTT
    case .tasmota: .tasmota
    case .esphome: .espHome
    case .theengs: .theengs
    case .mifloraDaemon: .mifloraDaemon
    case .rtl433: .rtl433
    case .ecowitt2mqtt: .ecowitt2MQTT
    case .shelly: .shelly
    case .theThingsStack: .theThingsStack
    case .chirpstack: .chirpStack
    case .homie: .homie
    case .opensprinkler: .openSprinkler
    case .homeAssistant: .homeAssistant
    case .sparkplug: .sparkplug
    case .plain: .plain
    case .json: .json
    case .template: .template
    }
  }

  package static func makeSensor(_ binding: SensorBinding) throws(BindingProblem) -> any DeviceDecoder {
    try named(binding.family).makeSensor(binding)
  }

  package static func makeDriver(_ binding: ActuatorBinding) throws(BindingProblem) -> any DeviceDriver {
    try named(binding.family).makeDriver(binding)
  }
}

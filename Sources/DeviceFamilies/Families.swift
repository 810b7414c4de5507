package import GardenCore

/// What one family is and how its devices are made.
package struct Family: Sendable {
  package typealias MakeSensor = @Sendable (SensorBinding) throws(BindingProblem) -> any DeviceDecoder
  package typealias MakeDriver = @Sendable (ActuatorBinding) throws(BindingProblem) -> any DeviceDriver

  /// What of a binding the family uses beside `topic`.
  package enum Option: String, Sendable, Hashable, CaseIterable {
    case select, fields, availability, temperatureUnit, part, template
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

  package var hasSensors: Bool { sensor != nil }
  package var hasValves: Bool { valve != nil }
  package var hasThermostats: Bool { thermostat != nil }

  package func makeSensor(_ binding: SensorBinding) throws(BindingProblem) -> any DeviceDecoder {
    guard let sensor else { throw .noSensors(name) }
    return try sensor(binding)
  }

  package func makeDriver(_ binding: ActuatorBinding) throws(BindingProblem) -> any DeviceDriver {
    guard hasValves || hasThermostats else { throw .noActuators(name) }
    guard let make = binding.isValve ? valve : thermostat else {
      throw .cannotDrive(name, isValve: binding.isValve)
    }
    return try make(binding)
  }
}

/// All families, in the order of the config reference.
package enum Families {
  package static let all: [Family] = [
    zigbee2MQTT, tasmota, espHome, theengs, rtl433, theThingsStack, homie, plain, json, template,
  ]

  package static func named(_ name: FamilyName) -> Family {
    switch name {
    case .zigbee2mqtt: zigbee2MQTT
    case .tasmota: tasmota
    case .esphome: espHome
    case .theengs: theengs
    case .rtl433: rtl433
    case .theThingsStack: theThingsStack
    case .homie: homie
    case .plain: plain
    case .json: json
    case .template: template
    }
  }

  package static func makeSensor(_ binding: SensorBinding) throws(BindingProblem) -> any DeviceDecoder {
    try named(binding.family).makeSensor(binding)
  }

  package static func makeDriver(_ binding: ActuatorBinding) throws(BindingProblem) -> any DeviceDriver {
    try named(binding.family).makeDriver(binding)
  }

  private static let zigbee2MQTT = Family(
    name: .zigbee2mqtt, summary: "Zigbee devices through zigbee2mqtt",
    topic: "base topic and friendly name: zigbee2mqtt/bed 1",
    options: [.select, .fields, .availability, .temperatureUnit, .part],
    quantities: [.moisture, .temperature, .humidity, .light, .battery],
    sensor: { (binding) throws(BindingProblem) in try Zigbee2MQTTSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try Zigbee2MQTTValve(binding) },
    thermostat: { (binding) throws(BindingProblem) in try Zigbee2MQTTThermostat(binding) })

  private static let tasmota = Family(
    name: .tasmota, summary: "Tasmota devices, with their sensors and relays",
    topic: "the device's topic: greenhouse; or its FullTopic with %prefix%: greenhouse/%prefix%",
    options: [.select, .fields, .availability, .temperatureUnit, .part],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try TasmotaSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try TasmotaRelay(binding) }, thermostat: nil)

  private static let espHome = Family(
    name: .esphome, summary: "ESPHome nodes with the mqtt component",
    topic: "the node's topic prefix: greenhouse",
    options: [.fields, .availability, .temperatureUnit, .part],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try ESPHomeSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try ESPHomeSwitch(binding) },
    thermostat: { (binding) throws(BindingProblem) in try ESPHomeSetpoint(binding) })

  private static let theengs = Family(
    name: .theengs, summary: "Bluetooth probes through Theengs Gateway or OpenMQTTGateway",
    topic: "the probe's MAC address: C4:7C:8D:65:B6:63; or the filter: home/+/BTtoMQTT/C47C8D65B663",
    options: [.select, .fields, .availability, .temperatureUnit],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try TheengsSensor(binding) }, valve: nil, thermostat: nil)

  private static let rtl433 = Family(
    name: .rtl433, summary: "Radio sensors through rtl_433", topic: "the events topic: rtl_433/garden/events",
    options: [.select, .fields, .availability, .temperatureUnit],
    quantities: [.moisture, .temperature, .humidity, .light, .battery],
    sensor: { (binding) throws(BindingProblem) in try RTL433Sensor(binding) }, valve: nil, thermostat: nil)

  private static let theThingsStack = Family(
    name: .theThingsStack, summary: "LoRaWAN probes through The Things Stack v3",
    topic: "the device's uplink topic: v3/app@ttn/devices/bed-1/up",
    options: [.select, .fields, .availability, .temperatureUnit],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try TheThingsStackSensor(binding) }, valve: nil,
    thermostat: nil)

  private static let homie = Family(
    name: .homie, summary: "Devices that follow the Homie convention 3 or 4",
    topic: "the device: homie/greenhouse; actuators also the property: homie/greenhouse/heater/setpoint",
    options: [.fields, .availability, .temperatureUnit, .part], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try HomieSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try HomieProperty(binding) },
    thermostat: { (binding) throws(BindingProblem) in try HomieProperty(binding) })

  private static let plain = Family(
    name: .plain, summary: "A topic with a bare number", topic: "the topic: garden/bed1/moisture",
    options: [.fields, .availability, .temperatureUnit], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try PlainSensor(binding) }, valve: nil, thermostat: nil)

  private static let json = Family(
    name: .json, summary: "Any JSON, fields named in the config",
    topic: "the topic or filter: garden/+/state",
    options: [.select, .fields, .availability, .temperatureUnit], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try MappedJSONSensor(binding) }, valve: nil, thermostat: nil
  )

  private static let template = Family(
    name: .template, summary: "Any valve or heater, topics and payloads named in the config",
    topic: "where the device reports its state: garden/pump/state", options: [.template], quantities: [],
    sensor: nil, valve: { (binding) throws(BindingProblem) in try TemplateDriver(binding) },
    thermostat: { (binding) throws(BindingProblem) in try TemplateDriver(binding) })
}

import GardenCore

extension Family {
  static let theThingsStack = Family(
    name: .theThingsStack, summary: "LoRaWAN probes and valves through The Things Stack v3",
    topic: "the device: v3/app@ttn/devices/bed-1",
    options: [.select, .fields, .availability, .temperatureUnit, .template, .time],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try LoRaWANSensor(binding, .theThingsStack) },
    valve: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .theThingsStack) },
    thermostat: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .theThingsStack) },
    paths: "the root of the uplink: uplink_message.decoded_payload.water_SOIL")
}

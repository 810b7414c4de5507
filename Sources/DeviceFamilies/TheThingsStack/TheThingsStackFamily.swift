import GardenCore

extension Family {
  static let theThingsStack = Family(
    name: .theThingsStack, summary: "LoRaWAN probes through The Things Stack v3",
    topic: "the device's uplink topic: v3/app@ttn/devices/bed-1/up",
    options: [.select, .fields, .availability, .temperatureUnit],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try TheThingsStackSensor(binding) }, valve: nil,
    thermostat: nil)
}

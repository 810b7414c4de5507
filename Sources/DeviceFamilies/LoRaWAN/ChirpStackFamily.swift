import GardenCore

extension Family {
  static let chirpStack = Family(
    name: .chirpstack, summary: "LoRaWAN probes and valves through ChirpStack v4",
    topic: "the device: application/<uuid>/device/<devEui>",
    options: [.select, .fields, .availability, .temperatureUnit, .template, .time],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try LoRaWANSensor(binding, .chirpStack) },
    valve: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .chirpStack) },
    thermostat: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .chirpStack) },
    paths: "the root of the uplink: object.water_SOIL")
}

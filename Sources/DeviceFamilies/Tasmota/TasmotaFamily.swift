import GardenCore

extension Family {
  static let tasmota = Family(
    name: .tasmota, summary: "Tasmota devices, with their sensors and relays",
    topic: "the device's topic: greenhouse; or its FullTopic with %prefix%: greenhouse/%prefix%",
    options: [.select, .fields, .availability, .temperatureUnit, .part, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .power, .battery],
    sensor: { (binding) throws(BindingProblem) in try TasmotaSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try TasmotaRelay(binding) }, thermostat: nil,
    paths: "the root of SENSOR: ANALOG.A0; with select the block that it picks: Temperature")
}

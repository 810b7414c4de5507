import GardenCore

extension Family {
  static let espHome = Family(
    name: .esphome, summary: "ESPHome nodes with the mqtt component",
    topic: "the node's topic prefix: greenhouse",
    options: [.fields, .availability, .temperatureUnit, .part, .commandTopic, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try ESPHomeSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try ESPHomeSwitch(binding) },
    thermostat: { (binding) throws(BindingProblem) in try ESPHomeSetpoint(binding) },
    paths: "an object id, or component and object id: number.dry_below", hasBareValues: true)
}

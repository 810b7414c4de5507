import GardenCore

extension Family {
  static let zigbee2MQTT = Family(
    name: .zigbee2mqtt, summary: "Zigbee devices through zigbee2mqtt",
    topic: "base topic and friendly name: zigbee2mqtt/bed 1",
    options: [.select, .fields, .availability, .temperatureUnit, .part, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .flow, .power, .battery],
    sensor: { (binding) throws(BindingProblem) in try Zigbee2MQTTSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try Zigbee2MQTTValve(binding) },
    thermostat: { (binding) throws(BindingProblem) in try Zigbee2MQTTThermostat(binding) },
    paths: "a property: soil_moisture")
}

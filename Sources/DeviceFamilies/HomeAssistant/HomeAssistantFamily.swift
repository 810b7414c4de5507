import GardenCore

extension Family {
  static let homeAssistant = Family(
    name: .homeAssistant, summary: "Entities that Home Assistant repeats with statestream",
    topic:
      "the base topic, with entities in fields: homeassistant; or one entity: homeassistant/sensor/soil_bed_1",
    options: [.fields, .availability, .temperatureUnit, .time], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try HomeAssistantSensor(binding) }, valve: nil,
    thermostat: nil,
    paths: "<domain>.<object id>, and an attribute behind it: sensor.soil_bed_1", hasBareValues: true)
}

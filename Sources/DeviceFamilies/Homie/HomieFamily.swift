import GardenCore

extension Family {
  static let homie = Family(
    name: .homie, summary: "Devices that follow the Homie convention 3, 4 or 5",
    topic:
      "the device: homie/greenhouse, or in version 5 homie/5/greenhouse; actuators also the property: homie/greenhouse/heater/setpoint",
    options: [.sensorPart, .fields, .availability, .temperatureUnit, .part, .time], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try HomieSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try HomieProperty(binding) },
    thermostat: { (binding) throws(BindingProblem) in try HomieProperty(binding) },
    paths: "<node>.<property>: soil.moisture", hasBareValues: true)
}

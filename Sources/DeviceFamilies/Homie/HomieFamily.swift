import GardenCore

extension Family {
  static let homie = Family(
    name: .homie, summary: "Devices that follow the Homie convention 3 or 4",
    topic: "the device: homie/greenhouse; actuators also the property: homie/greenhouse/heater/setpoint",
    options: [.fields, .availability, .temperatureUnit, .part], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try HomieSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try HomieProperty(binding) },
    thermostat: { (binding) throws(BindingProblem) in try HomieProperty(binding) })
}

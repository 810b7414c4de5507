import GardenCore

extension Family {
  static let rtl433 = Family(
    name: .rtl433, summary: "Radio sensors through rtl_433", topic: "the events topic: rtl_433/garden/events",
    options: [.select, .fields, .availability, .temperatureUnit],
    quantities: [.moisture, .temperature, .humidity, .light, .battery],
    sensor: { (binding) throws(BindingProblem) in try RTL433Sensor(binding) }, valve: nil, thermostat: nil)
}

import GardenCore

extension Family {
  static let plain = Family(
    name: .plain, summary: "A topic with a bare number", topic: "the topic: garden/bed1/moisture",
    options: [.fields, .availability, .temperatureUnit], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try PlainSensor(binding) }, valve: nil, thermostat: nil)
}

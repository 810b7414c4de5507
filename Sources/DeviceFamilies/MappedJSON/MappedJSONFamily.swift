import GardenCore

extension Family {
  static let json = Family(
    name: .json, summary: "Any JSON, fields named in the config",
    topic: "the topic or filter: garden/+/state",
    options: [.select, .fields, .availability, .temperatureUnit, .time], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try MappedJSONSensor(binding) }, valve: nil, thermostat: nil
  )
}

import GardenCore

extension Family {
  static let template = Family(
    name: .template, summary: "Any valve or heater, topics and payloads named in the config",
    topic: "where the device reports its state: garden/pump/state", options: [.template], quantities: [],
    sensor: nil, valve: { (binding) throws(BindingProblem) in try TemplateDriver(binding) },
    thermostat: { (binding) throws(BindingProblem) in try TemplateDriver(binding) })
}

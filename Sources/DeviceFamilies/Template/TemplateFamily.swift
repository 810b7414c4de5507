extension Family {
  package static let template = Family(
    name: "template", summary: "any valve or heater, topics and payloads named in the config",
    topic: "where the device reports its state: garden/pump/state", options: [.template], quantities: [],
    valve: TemplateDriver.init, thermostat: TemplateDriver.init, recognizer: nil,
    closesByItself: CommandTemplate.closingAdvice)
}

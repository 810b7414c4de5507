extension Family {
  package static let template = Family(
    name: "template", summary: "any valve or heater, topics and payloads named in the config",
    topic: "where the device reports its state: garden/pump/state",
    example: Example(
      valve: [
        "topic: garden/pump/state", "template:", "  command_topic: garden/pump/set",
        "  open: 'ON {seconds}'  # it closes by itself after that time", "  close: 'OFF'",
        "  closes_by_itself: true",
      ]),
    options: [.template], quantities: [],
    valve: TemplateDriver.init, thermostat: TemplateDriver.init, recognizer: nil,
    closesByItself: CommandTemplate.closingAdvice)
}

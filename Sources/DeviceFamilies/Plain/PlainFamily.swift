import GardenCore

extension Family {
  static let plain = Family(
    name: .plain, summary: "A topic with a bare number or a short text",
    topic: "the topic: garden/bed1/moisture",
    options: [.select, .fields, .availability, .temperatureUnit, .time], quantities: [],
    sensor: { (binding) throws(BindingProblem) in try PlainSensor(binding) }, valve: nil, thermostat: nil,
    paths: "the payload: none is all of it, form(moist), column(2) or pattern(M={value}) a piece")
}

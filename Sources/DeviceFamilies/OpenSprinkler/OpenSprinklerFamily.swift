import GardenCore

extension Family {
  static let openSprinkler = Family(
    name: .opensprinkler, summary: "Stations of an OpenSprinkler controller, firmware 2.2.1 or later",
    topic: "the controller's publish topic: opensprinkler; part says which station",
    options: [.part, .commandTopic, .password], quantities: [], sensor: nil,
    valve: { (binding) throws(BindingProblem) in try OpenSprinklerStation(binding) }, thermostat: nil)
}

internal import GardenCore

/// One entry of `places`: a room or frame with a temperature of its own.
struct PlaceDraft {
  var id: Placed<String>
  var plan: PlacePlan
  var thermostat: Placed<String>?

  init(_ id: Placed<String>, _ keys: Section, _ roster: Roster) {
    self.id = id
    let name = keys.optional(
      "name", .text(), example: "Greenhouse", help: "Name that people read. Without it: the key above.")
    let shares = SharesKeys.read(
      keys, roster, counting: [.temperature], help: "Its thermometer or thermometers."
    ).shares
    let temperature = keys.optionalSection(
      "temperature", help: "The range that the place should keep.", read: BandKeys.temperature)
    thermostat = keys.optional(
      "thermostat", .name(of: "a thermostat"), example: "greenhouse-heater",
      help: "The device whose slider is offered when the place leaves its range.")
    if !keys.isDescription {
      if temperature == nil {
        keys.problems.error(
          at: keys.position, "\(keys.place) needs the key 'temperature'",
          help: "such as 'temperature: {below: 5°C, above: 30°C}'")
      }
      if shares.isEmpty, keys.entry("sensors") == nil {
        keys.problems.error(
          at: keys.position, "\(keys.place) needs the key 'sensors'",
          help: "the name of a sensor that measures its temperature")
      }
    }
    plan = PlacePlan(
      id: id.value, name: name?.value ?? id.value, shares: shares,
      temperature: temperature ?? BandPlan(deadband: 1, dwell: .minutes(10)),
      thermostat: thermostat.flatMap(roster.thermostat))
  }
}

internal import GardenCore

/// `rain`: the forecast for which plants outside may wait.
struct RainSection {
  /// `nil`: it is wrong, and that was told.
  var plan: RainPlan?
  var position: TextPosition

  init(_ keys: Section, _ roster: Roster) {
    position = keys.position
    let standard = RainPlan(sensor: SensorIndex(0))
    let sensor = keys.required(
      "sensor", .name(of: "a sensor"), example: "weather",
      help: "The sensor with the quantity rain: how much is expected for the coming day.")
    let atLeast = keys.value(
      "at_least", .rain(0.1...200), default: standard.atLeast, help: "Less rain than this delays nothing.")
    let delayMax = keys.value(
      "delay_max", .duration(.hours(1)...(.days(7))), default: standard.delayMax,
      help:
        "A dry plant waits for rain no longer than this. Then it is watered, or somebody is reminded, whatever the forecast says."
    )
    guard let sensor, let index = roster.sensor(sensor, measures: [.rain]) else { return }
    plan = RainPlan(sensor: index, atLeast: atLeast.value, delayMax: delayMax.value)
  }
}

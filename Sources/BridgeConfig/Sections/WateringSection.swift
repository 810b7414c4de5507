internal import GardenCore

/// `watering` of a plant.
struct WateringDraft {
  var plan: WateringPlan?
  var valve: Placed<String>?
  var automatic: Placed<Bool>
  var litres: Placed<Double>?
  var litresMax: Placed<Double>?

  init(_ keys: Section, _ roster: Roster, dryBelow: Double, hasProbe: Bool) {
    valve = keys.required(
      "valve", .name(of: "a valve"), example: "drip-line", help: "Its name under 'valves'.")
    let duration = keys.value(
      "duration", .duration(.seconds(1)...(.hours(12))), default: .minutes(5),
      help: "Length of a run when nobody says otherwise.")
    let longest = keys.value(
      "duration_max", .duration(.seconds(1)...(.hours(12))), default: .minutes(30),
      help: "No run is longer, whoever asks for it.")
    litres = keys.optional(
      "litres", .number(0.1...100_000), example: "5",
      help:
        "A run ends at this volume when nobody says otherwise, and at 'duration_max' at the latest. Needs a flow meter."
    )
    litresMax = keys.optional(
      "litres_max", .number(0.1...100_000), example: "20",
      help: "No run gives this plant more litres, whoever asks for it. Needs a flow meter.")
    let until = keys.optional(
      "until_moisture", .percent(0...100), example: "60%",
      help: "The run ends early when moisture reaches this.")
    automatic = keys.value(
      "automatic", .flag, default: false,
      help: "Whether dry soil starts a run by itself; else only a person does.")
    let pause = keys.value(
      "pause", .duration(.minutes(10)...(.days(30))), default: .hours(12), help: "Between two automatic runs."
    )
    Self.check(duration, longest, keys)
    checkLitres(keys)
    checkMoisture(until, dryBelow, hasProbe: hasProbe, keys)
    guard let valve, let index = roster.valve(valve) else { return }
    let line = ConfigLine(
      line: keys.position.line, file: keys.problems.part(at: keys.position), key: keys.path)
    plan = WateringPlan(
      valve: index, duration: duration.value, durationMax: longest.value, untilMoisture: until?.value,
      isAutomatic: automatic.value, pause: pause.value, line: line,
      litres: litres?.value, litresMax: litresMax?.value)
  }

  private static func check(_ duration: Placed<Duration>, _ longest: Placed<Duration>, _ keys: Section) {
    guard longest.value < duration.value else { return }
    let (wish, bound) = (DurationText.text(duration.value), DurationText.text(longest.value))
    keys.problems.error(
      at: longest.isWritten ? longest.position : duration.position,
      "\(keys.place): 'duration' (\(wish)) is longer than 'duration_max' (\(bound))")
  }

  private func checkLitres(_ keys: Section) {
    guard let litres, let litresMax, litresMax.value < litres.value else { return }
    let (wish, bound) = (Amount.text(litres.value), Amount.text(litresMax.value))
    keys.problems.error(
      at: litresMax.position, "\(keys.place): 'litres' (\(wish)) is more than 'litres_max' (\(bound))")
  }

  private func checkMoisture(_ until: Placed<Double>?, _ dryBelow: Double, hasProbe: Bool, _ keys: Section) {
    if let until, until.value <= dryBelow {
      keys.problems.error(
        at: until.position,
        "\(until.path) must be more than dry_below (\(Amount.text(dryBelow))%), or no run would ever begin")
    }
    if !hasProbe, automatic.value {
      keys.problems.error(
        at: automatic.position, "\(keys.place): automatic watering needs a moisture probe",
        help: "without one nobody knows when the soil is wet; name it under the plant's 'sensors'")
    } else if !hasProbe, let until {
      keys.problems.error(
        at: until.position, "\(until.path) needs a moisture probe",
        help: "name it under the plant's 'sensors'")
    }
  }
}

internal import DeviceFamilies
internal import GardenCore

/// One entry of `heaters`: a relay without a thermostat, and the temperature by which the bridge switches it.
struct HeaterDraft {
  var actuator: ActuatorDraft
  var shares: [SensorShare]
  var setpoint: Placed<Double>?
  var slider: (range: ClosedRange<Double>, step: Double, position: TextPosition)
  var hysteresis: Placed<Double>
  var onMin: Placed<Duration>
  var offMin: Placed<Duration>
  var onMax: Placed<Duration>
  var timer: Placed<Duration>
  var blindAfter: Placed<Duration>

  init(_ id: Placed<String>, _ keys: Section, _ roster: Roster, _ surroundings: ConfigSurroundings) {
    let errorsBefore = keys.problems.errorCount
    actuator = ActuatorDraft.heater(id, keys, surroundings)
    shares =
      SharesKeys.read(
        keys, roster, counting: [.temperature], help: "The thermometer or thermometers that it heats by."
      ).shares
    setpoint = keys.required(
      "setpoint", .temperature(-20...60), example: "6°C",
      help: "What is kept at first; a slider that is moved wins until this line is edited.")
    slider = SliderKeys.temperature(keys)
    hysteresis = keys.value(
      "hysteresis", .difference(0.1...10), default: 1,
      help: "It switches on this far below the setpoint, and off at the setpoint.")
    onMin = keys.value(
      "on_min", .duration(.seconds(0)...(.hours(1))), default: .minutes(2),
      help: "Once on it stays on this long, unless safety says otherwise.")
    offMin = keys.value(
      "off_min", .duration(.seconds(10)...(.hours(6))), default: .minutes(5),
      help: "Once off it stays off this long, whatever happens.")
    onMax = keys.value(
      "on_max", .duration(.minutes(5)...HeatLimits.runMax), default: .hours(2),
      help: "The hard end of one run. If a run reaches it and the place did not get warmer, people are told.")
    timer = keys.value(
      "timer", .duration(.minutes(1)...(.hours(2))), default: .minutes(10),
      help:
        "The device is told to switch off by itself after this, and told again before half of it: how long it heats on when the bridge dies."
    )
    blindAfter = keys.value(
      "blind_after", .duration(.minutes(2)...(.hours(6))), default: .hours(1),
      help:
        "A temperature measured longer ago is unknown, and unknown never heats. Longer than the thermometer's own pauses."
    )
    check(keys)
    actuator.isSound = keys.problems.errorCount == errorsBefore
  }

  private func check(_ keys: Section) {
    let problems = keys.problems
    if shares.isEmpty, keys.entry("sensors") == nil, !keys.isDescription {
      problems.error(
        at: keys.position, "\(keys.place) needs the key 'sensors'",
        help: "the name of a sensor that measures the temperature where it heats")
    }
    SliderKeys.check(setpoint, within: slider.range, problems)
    if onMin.value >= onMax.value {
      problems.error(
        at: max(onMin.position, onMax.position), "\(keys.place): 'on_min' must be less than 'on_max'")
    }
    if timer.value <= actuator.plan.answerWithin {
      problems.error(
        at: timer.isWritten ? timer.position : keys.entry("answer_within")?.value.position ?? keys.position,
        "\(keys.place): 'timer' must be longer than 'answer_within'",
        help: "else the device is off again before it must have said that it is on")
    }
  }

  /// `nil`: a mistake in it was told.
  func plan(_ index: ActuatorIndex) -> HeaterPlan? {
    guard let setpoint else { return nil }
    return HeaterPlan(
      actuator: index, shares: shares, setpoint: setpoint.value, range: slider.range, step: slider.step,
      hysteresis: hysteresis.value, onMin: onMin.value, offMin: offMin.value, onMax: onMax.value,
      timer: timer.value, blindAfter: blindAfter.value)
  }
}

internal import GardenCore

/// A band with its two limits, as plants and places have them for temperature, light and conductivity.
enum BandKeys {
  static func read(
    _ keys: Section, limit: ValueType<Double>, deadbandType: ValueType<Double>, deadband: Double,
    dwell: Duration,
    examples: (String, String)
  ) -> BandPlan {
    let below = keys.optional(
      "below", limit, example: examples.0, help: "Somebody is told when it falls below this.")
    let above = keys.optional(
      "above", limit, example: examples.1, help: "Somebody is told when it rises above this.")
    let dead = keys.value(
      "deadband", deadbandType, default: deadband,
      help: "How far inside the limits a value must come back before all is well again.")
    let held = keys.value(
      "dwell", .duration(.seconds(0)...(.days(7))), default: dwell,
      help: "A new state counts once it has held this long.")
    if let below, let above, below.value >= above.value {
      keys.problems.error(
        at: max(below.position, above.position), "\(keys.place): 'below' must be less than 'above'",
        help: "it is fine between the two")
    } else if let below, let above, below.value + dead.value > above.value - dead.value {
      keys.problems.error(
        at: dead.position, "\(keys.place): the deadband leaves no room between 'below' and 'above'")
    }
    if keys.entry("below") == nil, keys.entry("above") == nil, !keys.isDescription {
      keys.problems.warning(
        at: keys.position, "\(keys.place) has neither 'below' nor 'above' and sets no limit")
    }
    return BandPlan(below: below?.value, above: above?.value, deadband: dead.value, dwell: held.value)
  }

  static func temperature(_ keys: Section) -> BandPlan {
    read(
      keys, limit: .temperature(-40...60), deadbandType: .difference(0...20), deadband: 1,
      dwell: .minutes(10),
      examples: ("5°C", "35°C"))
  }

  /// Night is no alarm: too dark is what was not bright enough once in a whole day.
  static func light(_ keys: Section) -> BandPlan {
    var band = read(
      keys, limit: .light(0...200_000), deadbandType: .light(0...100_000), deadband: 100, dwell: .hours(2),
      examples: ("500lx", "30000lx"))
    band.lowFor =
      keys.value(
        "dark_for", .duration(.hours(1)...(.days(14))), default: .hours(24),
        help: "It is too dark once no value has reached 'below' for this long."
      ).value
    return band
  }

  static func conductivity(_ keys: Section) -> BandPlan {
    read(
      keys, limit: .conductivity(0...30_000), deadbandType: .conductivity(0...10_000), deadband: 50,
      dwell: .hours(2), examples: ("100µS/cm", "2000µS/cm"))
  }
}

/// What a slider offers.
enum SliderKeys {
  static func moisture(_ keys: Section) -> (range: ClosedRange<Double>, step: Double, position: TextPosition)
  {
    keys.section("slider", help: "What the slider of the dry limit offers.") { slider in
      read(slider, limit: .percent(0...100), step: .percent(0.1...50), standard: (5, 80, 1))
    }
  }

  static func temperature(_ keys: Section) -> (
    range: ClosedRange<Double>, step: Double, position: TextPosition
  ) {
    keys.section("slider", help: "What the slider of the setpoint offers.") { slider in
      read(slider, limit: .temperature(-20...60), step: .difference(0.05...10), standard: (5, 30, 0.5))
    }
  }

  /// Records a temperature that its own slider could not reach.
  static func check(_ value: Placed<Double>?, within range: ClosedRange<Double>, _ problems: Problems) {
    guard let value, !(range ~= value.value) else { return }
    problems.error(
      at: value.position, "\(value.path) is outside its slider's range",
      help: "the slider goes from \(Amount.text(range.lowerBound))°C to \(Amount.text(range.upperBound))°C")
  }

  private static func read(
    _ keys: Section, limit: ValueType<Double>, step: ValueType<Double>, standard: (Double, Double, Double)
  ) -> (range: ClosedRange<Double>, step: Double, position: TextPosition) {
    let low = keys.value("min", limit, default: standard.0, help: "Lowest value.")
    let high = keys.value("max", limit, default: standard.1, help: "Highest value.")
    let grid = keys.value("step", step, default: standard.2, help: "From one value to the next.")
    guard low.value < high.value else {
      keys.problems.error(
        at: max(low.position, high.position), "\(keys.place): 'min' must be less than 'max'")
      return (standard.0...standard.1, standard.2, keys.position)
    }
    if grid.value > high.value - low.value {
      keys.problems.error(at: grid.position, "\(keys.place): the step is larger than the range")
    }
    return (low.value...high.value, grid.value, keys.position)
  }
}

import GardenCore

/// A greenhouse, frame or room with a heater that follows its setpoint.
package struct SimulatedPlace: Sendable, Hashable {
  /// Air inside, °C.
  package private(set) var temperature: Double
  /// The device's setpoint, °C.
  package private(set) var setpoint: Double
  package var range: ClosedRange<Double>
  package var step: Double
  /// How fast the inside follows the outside.
  package var leakTime: Duration
  /// What the heater can hold above the outside, °C.
  package var power: Double
  /// How much the sun adds behind glass, °C.
  package var glass: Double
  package private(set) var isHeating = false

  package init(
    temperature: Double = 16, setpoint: Double = 14, range: ClosedRange<Double> = 5...30, step: Double = 0.5,
    leakTime: Duration = .minutes(90), power: Double = 14, glass: Double = 8
  ) {
    self.temperature = temperature
    self.setpoint = setpoint
    self.range = range
    self.step = step
    self.leakTime = leakTime
    self.power = power
    self.glass = glass
  }

  /// What the device makes of a wish: clamped to its range, rounded to its step. Returns what it took.
  @discardableResult
  package mutating func take(setpoint wish: Double) -> Double {
    let clamped = min(max(wish, range.lowerBound), range.upperBound)
    setpoint = (clamped / step).rounded() * step
    return setpoint
  }

  package mutating func pass(_ duration: Duration, outside: Double, sunlight: Double) {
    if temperature < setpoint - 0.3 { isHeating = true }
    if temperature > setpoint + 0.3 { isHeating = false }
    let target = outside + glass * sunlight + (isHeating ? power : 0)
    temperature += (target - temperature) * Curve.share(gone: duration, constant: leakTime)
  }
}

/// A relay that heats a place, and by which temperature: the bridge itself is its thermostat.
package struct HeaterPlan: Sendable, Hashable {
  /// A relay with ``ActuatorPlan/Kind/heater(hasDeviceTimer:)``.
  package var actuator: ActuatorIndex
  package var shares: [SensorShare]
  /// °C that the config asks for; a slider that is moved wins until that line is edited.
  package var setpoint: Double
  /// What its slider offers, °C.
  package var range: ClosedRange<Double>
  package var step: Double
  /// On this far below the setpoint, off at the setpoint; °C, > 0.
  package var hysteresis: Double
  /// Once on it stays on this long, unless safety says otherwise.
  package var onMin: Duration
  /// Once off it stays off this long, whatever happens.
  package var offMin: Duration
  /// The hard end of one run.
  package var onMax: Duration
  /// The device is told to switch off by itself after this, and told again before half of it while heat is needed: how
  /// long it heats on when the bridge dies.
  package var timer: Duration
  /// A temperature measured longer ago counts as unknown. Unknown never heats.
  package var blindAfter: Duration

  package init(
    actuator: ActuatorIndex, shares: [SensorShare], setpoint: Double, range: ClosedRange<Double> = 5...30,
    step: Double = 0.5, hysteresis: Double = 1, onMin: Duration = .minutes(2), offMin: Duration = .minutes(5),
    onMax: Duration = .hours(2), timer: Duration = .minutes(10), blindAfter: Duration = .hours(1)
  ) {
    self.actuator = actuator
    self.shares = shares
    self.setpoint = setpoint
    self.range = range
    self.step = step
    self.hysteresis = hysteresis
    self.onMin = onMin
    self.offMin = offMin
    self.onMax = onMax
    self.timer = timer
    self.blindAfter = blindAfter
  }
}

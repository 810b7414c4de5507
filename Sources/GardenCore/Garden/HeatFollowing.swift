// Those that move heat and those that measure it do not know each other; what gets warm is seen by both.
extension Warmings {
  /// A heater of ours.
  mutating func follow(_ heater: Heater, hold: HoldMemory?, _ controls: Controls, _ turn: inout Turn) {
    follow(heater.sight(hold: hold, mover: controls.mover(of: heater.control)), &turn)
  }

  /// The thermostats of places that people can move and that have said where they stand.
  mutating func follow(_ places: Places, _ sensors: Sensors, _ controls: Controls, _ turn: inout Turn) {
    for place in turn.plan.places.indices { follow(place: place, places, sensors, controls, &turn) }
  }

  private mutating func follow(
    place: Int, _ places: Places, _ sensors: Sensors, _ controls: Controls, _ turn: inout Turn
  ) {
    guard let thermostat = turn.plan.places[place].thermostat, let actuator = turn.plan.actuator(thermostat),
      let control = controls.setpoint(of: thermostat), let target = control.pending?.value ?? control.value
    else { return }
    let state: HeatSight.State =
      switch control.phase {
      case .settled: .heating
      case .accepted: .asked
      case .rejected: control.wentPartly ? .heating : .failed(.refused)
      case .noAnswer: .failed(.noAnswer)
      }
    follow(
      HeatSight(
        id: actuator.id, temperature: places.temperature(of: place, sensors, at: turn.now), target: target,
        state: state, warm: target - HeatLimits.thermostatTolerance, mover: control.memory.by), &turn)
  }
}

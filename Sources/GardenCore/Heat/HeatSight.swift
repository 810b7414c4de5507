/// What is to be seen of a heater or thermostat at a moment by whoever watches a place get warm.
package struct HeatSight: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    /// Nothing is asked of it.
    case idle
    /// Its own word is awaited.
    case asked
    case heating
    /// Heat is wanted; its relay is off for a while.
    case pausing
    /// It went off before it was warm, and heat is not wanted any more.
    case broken(Interruption)
    /// Emergency stop or maintenance. `by` nil: the stop by a signal.
    case held(by: DeviceID?)
    case failed(HeatFailure)
  }

  /// The actuator's id.
  package var id: String
  /// °C; `nil`: unknown.
  package var temperature: Double?
  /// °C asked for.
  package var target: Double
  package var state: State
  /// °C that count as warm: a thermostat goes by a probe of its own.
  package var warm: Double
  /// Each run of it is one to be watched, and news to people where it begins no warmer than this, °C. `nil`: only a run that somebody
  /// asked for is.
  package var newsBelow: Double?
  /// Who moved its slider last.
  package var mover: DeviceID?
}

extension Heater {
  /// `hold`: what keeps it off. `mover`: who moved its slider last.
  func sight(hold: HoldMemory?, mover: DeviceID?) -> HeatSight {
    HeatSight(
      id: id, temperature: ask.temperature, target: ask.setpoint, state: sightState(hold), warm: ask.setpoint,
      newsBelow: ask.setpoint - plan.hysteresis - HeatLimits.effectMin, mover: mover)
  }

  private func sightState(_ hold: HoldMemory?) -> HeatSight.State {
    if let hold { return .held(by: hold.by) }
    switch memory.trouble {
    case .didNotSwitchOn where !isOn: return .failed(.didNotSwitchOn)
    case .noEffect where !isWarm: return .failed(.noEffect)
    default: break
    }
    if isOn { return seenOnAt == nil ? .asked : .heating }
    if isCold { return .pausing }
    guard ask.temperature != nil, !isWarm else { return .idle }
    switch memory.end {
    case .time: return .broken(.longest)
    case .away: return .broken(.bridgeStopped)
    case .warm, .blind, .held, .device, .failure, .config: return .broken(.switchedOff)
    case nil: return .idle
    }
  }
}

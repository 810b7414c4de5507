import GardenCore

/// How finely a stretch of the past was kept: what decided there.
package enum PastResolution: String, Sendable, Hashable, CaseIterable {
  /// Means of a day.
  case days
  /// Means of an hour.
  case hours
  /// Each reading.
  case readings

  /// How long one value stands for.
  package var span: Duration {
    switch self {
    case .days: .days(1)
    case .hours: .hours(1)
    case .readings: .zero
    }
  }
}

extension GardenPlan {
  /// As it can be tried on a past: valves obey at once, and what no history holds counts as fine (flow, power, interlocks, heaters).
  ///
  /// A probe of which one mean a span is left may be silent for two of them.
  func forPast(_ resolution: PastResolution) -> GardenPlan {
    var plan = self
    plan.interlocks = []
    plan.heaters = []
    plan.supplies = []
    for a in plan.actuators.indices { plan.actuators[a].evidence = EvidencePlan() }
    for s in plan.sensors.indices where resolution == .days || plan.sensors[s].silentAfter != nil {
      plan.sensors[s].silentAfter = max(plan.sensors[s].silentAfter ?? .zero, resolution.span * 2)
    }
    return plan
  }
  /// As it can be tried on a recording: what nobody's messages tell counts as fine.
  ///
  /// - Parameter speaking: those whose messages the recording has.
  func forRecording(_ speaking: Set<ActuatorIndex>) -> GardenPlan {
    var plan = self
    plan.heaters.removeAll { !speaking.contains($0.actuator) }
    for a in plan.actuators.indices where !speaking.contains(ActuatorIndex(a)) {
      plan.actuators[a].evidence = EvidencePlan()
    }
    return plan
  }
}

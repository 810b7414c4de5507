// A reload may give a valve or a heater another device under the same name. What it leaves behind would stay open, or go on heating.

extension GardenPlan {
  /// As the present plan must be left for this one: what moved to another device counts as dropped, and so is closed while its old
  /// driver is still there.
  package func leaving(_ moved: Set<String>) -> GardenPlan {
    var plan = self
    for a in actuators.indices where moved.contains(actuators[a].id) {
      if case .thermostat = actuators[a].kind { continue }
      plan.actuators[a].id = ""
    }
    return plan
  }
}

extension Garden {
  /// The plan in force has other devices under these names: what was known of the old ones is forgotten, and the new ones are closed.
  package mutating func takeOver(moved: Set<String>, at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    defer { end(&effects) }
    guard !moved.isEmpty else { return }
    waterings.takeOver(moved, &turn)
    settleRuns()
    heaters.takeOver(moved, &turn)
    route()
    judgeHeaters()
  }
}

extension Waterings {
  mutating func takeOver(_ moved: Set<String>, _ turn: inout Turn) {
    defer { settle(&turn) }
    abandon(&turn) { moved.contains($0) }
    for id in moved {
      guard let valve = turn.valve(id) else { continue }
      valves[watch(id)] = ValveState(id: id)
      if !keepsOpen(id, turn) {
        Switch.sayClosed(valve, &turn)
      }
    }
  }
}

extension Heaters {
  mutating func takeOver(_ moved: Set<String>, _ turn: inout Turn) {
    for h in heaters.indices where moved.contains(heaters[h].id) {
      if heaters[h].memory.phase != .off {
        turn.log(.alarm, heater: heaters[h].id, "has another device; the old one was not proved off")
      }
      begin(h, &turn)
    }
  }
}

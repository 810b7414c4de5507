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
    guard !moved.isEmpty else { return }
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.takeOver(moved, plan: plan, at: now, effects: &effects, news: &news)
    }
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.takeOver(moved, plan: plan, at: now, effects: &effects, news: &news)
    }
  }
}

extension Waterings {
  mutating func takeOver(
    _ moved: Set<String>, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) {
    step(plan, now, &effects, &news) { waterings, step in
      waterings.abandon(&step) { moved.contains($0) }
      for id in moved {
        guard let valve = step.valve(id) else { continue }
        waterings.valves[waterings.watch(id)] = ValveWatch(id: id)
        if !waterings.keepsOpen(id, step) {
          step.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
        }
      }
    }
  }
}

extension Heaters {
  mutating func takeOver(
    _ moved: Set<String>, plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [HeatNews]
  ) {
    step(plan, now, &effects, &news) { heaters, step in
      for h in heaters.heaters.indices where moved.contains(heaters.heaters[h].id) {
        if heaters.heaters[h].memory.phase != .off {
          step.log(.alarm, heaters.heaters[h].id, "has another device; the old one was not proved off")
        }
        heaters.begin(h, &step)
      }
    }
  }
}

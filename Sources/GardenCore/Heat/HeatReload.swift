extension Heaters {
  /// Reload, before the plan changes: switches off what the new plan does not have. The effects bear indices of the
  /// present plan.
  package mutating func leave(
    for new: GardenPlan, plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [HeatNews]
  ) {
    step(plan, now, &effects, &news) { heaters, step in
      for h in heaters.heaters.indices where heaters.heaters[h].isOn {
        if !new.hasHeater(heaters.heaters[h].id) { heaters.switchOff(h, .config, &step) }
      }
    }
  }

  /// Every heater that the new plan drops is proved off.
  package func isClear(for new: GardenPlan) -> Bool {
    heaters.allSatisfy { $0.memory.phase == .off || new.hasHeater($0.id) }
  }

  /// The new plan is in force: heaters keep their run by id; new ones are switched off first.
  package mutating func adopt(
    _ plan: GardenPlan, memory: [HeaterMemory], at now: Moment, effects: inout [Effect],
    news: inout [HeatNews]
  ) {
    let before = heaters
    let fresh = Heaters(plan: plan, memory: memory, boot: boot, at: now)
    heaters = fresh.heaters
    step(plan, now, &effects, &news) { heaters, step in
      for gone in before where !plan.hasHeater(gone.id) { heaters.forget(gone, &step) }
      for h in heaters.heaters.indices {
        guard let old = before.first(where: { $0.id == heaters.heaters[h].id }) else {
          heaters.begin(h, &step)
          continue
        }
        heaters.heaters[h].goOn(from: old)
        heaters.show(h, &step)
      }
    }
  }

  private func forget(_ heater: Heater, _ step: inout HeatStep) {
    if heater.memory.phase != .off {
      step.log(.alarm, heater.id, "not in the configuration; it was not proved off")
    }
    step.effects.append(.remember(.noHeater(id: heater.id)))
    step.effects.append(.publish(.noHeater(heater.id)))
    if heater.memory.trouble != nil { step.news.append(.trouble(heater.id, nil)) }
  }
}

extension Heater {
  /// Keeps everything that the plan does not decide. A shorter longest time holds for the present run too.
  mutating func goOn(from old: Heater) {
    let (position, plan, actuator, timer, place) = (position, plan, actuator, hasDeviceTimer, place)
    self = old
    self.position = position
    self.plan = plan
    self.actuator = actuator
    self.hasDeviceTimer = timer
    self.place = place
    if old.plan.actuator != plan.actuator || old.actuator != actuator { shown = nil }
  }
}

extension GardenPlan {
  /// `nil`: it names no actuator of the plan.
  func id(of heater: HeaterPlan) -> String? {
    let i = Int(heater.actuator.position)
    return actuators.indices.contains(i) ? actuators[i].id : nil
  }

  func hasHeater(_ id: String) -> Bool { heaters.contains { self.id(of: $0) == id } }
}

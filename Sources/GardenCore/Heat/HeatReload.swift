extension Heaters {
  /// Reload, before the plan changes: switches off what the new plan does not have. The effects bear indices of the
  /// present plan.
  package mutating func leave(for new: GardenPlan, _ turn: inout Turn) {
    for h in heaters.indices where heaters[h].isOn {
      if !new.hasHeater(heaters[h].id) { switchOff(h, .config, &turn) }
    }
  }

  /// Every heater that the new plan drops is proved off.
  package func isClear(for new: GardenPlan) -> Bool {
    heaters.allSatisfy { $0.memory.phase == .off || new.hasHeater($0.id) }
  }

  /// The new plan is in force: heaters keep their run by id; new ones are switched off first.
  package mutating func adopt(_ turn: inout Turn) {
    let before = heaters
    let fresh = Heaters(plan: turn.plan, memory: turn.memory.heaters, boot: turn.boot, at: turn.now)
    heaters = fresh.heaters
    for gone in before where !turn.plan.hasHeater(gone.id) { forget(gone, &turn) }
    for h in heaters.indices {
      guard let old = before.first(where: { $0.id == heaters[h].id }) else {
        begin(h, &turn)
        continue
      }
      heaters[h].goOn(from: old)
      show(h, &turn)
    }
  }

  /// Those are other relays now: they are switched off first.
  mutating func takeOver(_ moved: Set<String>, _ turn: inout Turn) {
    for h in heaters.indices where moved.contains(heaters[h].id) {
      if heaters[h].memory.phase != .off {
        turn.log(.alarm, heater: heaters[h].id, "has another device; the old one was not proved off")
      }
      begin(h, &turn)
    }
  }

  private func forget(_ heater: Heater, _ turn: inout Turn) {
    if heater.memory.phase != .off {
      turn.log(.alarm, heater: heater.id, "not in the configuration; it was not proved off")
    }
    turn.remember(.noHeater(id: heater.id))
    turn.effects.append(.publish(.noHeater(heater.id)))
    if heater.memory.trouble != nil {
      turn.news.append(.closes(key: NoticeKey.heater(heater.id), .cancelled))
    }
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

  /// The place that the device behind that slider keeps; `nil`: none.
  func placeName(of control: ControlSnapshot) -> String? {
    guard case .setpoint(_, let place?) = control.kind else { return nil }
    return places.first { $0.id == place }?.name
  }
}

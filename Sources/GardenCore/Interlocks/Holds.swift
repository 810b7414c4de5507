/// Emergency stop and maintenance lock: closed at once, kept closed across restarts, until released.
extension Waterings {
  /// Closes everything and holds it closed. Always acts, and again with each call.
  ///
  /// - Returns: `false`: it was stopped already.
  package mutating func stopAll(
    by device: DeviceID?, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) -> Bool {
    step(plan, now, &effects, &news) { waterings, step in
      let isNew = !waterings.interlocks.isStopped
      if isNew {
        let hold = HoldMemory(valve: nil, kind: .emergency, by: device, since: now.wall)
        waterings.interlocks.holds.append(hold)
        step.effects.append(.remember(.hold(hold)))
        step.effects.append(
          .log(
            LogLine(
              .alarm, "garden",
              "emergency stop by \(device ?? "a signal"): everything is closed until released")))
      }
      for actuator in plan.actuators where actuator.isValve {
        waterings.closeNow(actuator.id, by: device, &step)
      }
      return isNew
    }
  }

  /// Locks one valve while somebody works on it.
  package mutating func hold(
    _ valve: String, by device: DeviceID, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) -> Bool {
    step(plan, now, &effects, &news) { waterings, step in
      let isNew = !waterings.interlocks.holds.contains { $0.valve == valve }
      if isNew {
        let hold = HoldMemory(valve: valve, kind: .maintenance, by: device, since: now.wall)
        waterings.interlocks.holds.append(hold)
        step.effects.append(.remember(.hold(hold)))
        step.log(.notice, valve, "locked for maintenance by \(device)")
      }
      waterings.closeNow(valve, by: device, &step)
      return isNew
    }
  }

  /// Releases the emergency stop, or with `valve` that valve's lock. Nothing opens by it.
  ///
  /// - Returns: what was released; `nil`: nothing was held.
  package mutating func release(
    _ valve: String?, by device: DeviceID, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) -> HoldMemory? {
    guard let i = interlocks.holds.firstIndex(where: { $0.valve == valve }) else { return nil }
    return step(plan, now, &effects, &news) { waterings, step in
      let hold = waterings.interlocks.holds.remove(at: i)
      step.effects.append(.remember(.noHold(valve: valve)))
      let subject = valve.map { "valve \($0)" } ?? "garden"
      step.effects.append(.log(LogLine(.notice, subject, "released by \(device)")))
      return hold
    }
  }

  private mutating func closeNow(_ valve: String, by device: DeviceID?, _ step: inout WateringStep) {
    guard let i = holder(of: valve) else {
      interlocks.masters.removeAll { $0.valve == valve }
      return beginClosing(watch(valve), &step)
    }
    if leases[i].isLive, let hold = interlocks.hold(on: valve) {
      interrupt(i, Interlock(hold), by: device, &step)
    } else {
      sendClose(i, &step)
    }
  }
}

extension Interlock {
  init(_ hold: HoldMemory) {
    switch hold.kind {
    case .emergency:
      self.init(.emergencyStop, "emergency_stop", "\(hold.words); release it first")
    case .maintenance:
      self.init(.maintenance, "maintenance", "the valve is \(hold.words); release it first")
    }
  }
}

extension HoldMemory {
  /// What it is, and by whom.
  var words: String {
    let who = by ?? "a signal"
    return switch kind {
    case .emergency: "emergency stop by \(who)"
    case .maintenance: "locked for maintenance by \(who)"
    }
  }
}

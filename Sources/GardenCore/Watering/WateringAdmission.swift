extension Waterings {
  /// The one question before any run, of people and of the rule: what forbids it? `nil`: nothing.
  func interlock(against wish: RunWish, plan: GardenPlan, at now: Moment) -> Interlock? {
    let actuator = plan.actuators[Int(wish.valve.position)]
    return held(actuator) ?? tooMuch(wish, actuator) ?? supplyBusy(wish.valve, plan)
      ?? interlocks.paused(actuator, at: now) ?? interlocks.usedUp(wish, actuator, plan, at: now)
      ?? quiet(wish, actuator, plan, at: now) ?? interlocks.sign(wish, plan, at: now, mayLinger: true)
  }

  /// What ends a run that is on; `nil`: it may go on.
  func interlock(during i: Int, plan: GardenPlan, at now: Moment) -> Interlock? {
    let memory = leases[i].memory
    guard let p = plan.actuators.firstIndex(where: { $0.id == memory.actuator }) else { return nil }
    let wish = RunWish(valve: ActuatorIndex(p), reason: memory.reason, duration: .zero)
    if let held = held(plan.actuators[p]) { return held }
    if let quiet = quiet(wish, plan.actuators[p], plan, at: now) { return quiet }
    return interlocks.sign(wish, plan, at: now, mayLinger: false)
  }

  /// A start that something forbids: a person is told in the answer, of the rule it is said once until the reason changes.
  mutating func refuse(_ start: RunStart, _ valve: String, _ why: Interlock, _ turn: inout Turn)
    -> RuleVerdict
  {
    guard start.reason == .rule else {
      let who = start.by.map { "by \($0)" } ?? ""
      turn.log(.notice, "valve \(valve)", "no water for \(start.plant) \(who): \(why.text)")
      return .refused(.interlock(why))
    }
    let isNews = interlocks.refusals[start.plant]?.interlock.name != why.name
    interlocks.refusals[start.plant] = RuleRefusal(
      interlock: why, askAgainAt: turn.now.uptime + RuleRefusal.pause)
    if isNews {
      turn.log(.notice, "valve \(valve)", "no water for \(start.plant) by rule: \(why.text)")
      turn.effects.append(
        .story(
          LeaseEvent(
            lease: UniqueID(at: turn.now.wall, random: &turn.dice), actuator: valve, plant: start.plant,
            kind: .refused, text: why.text, at: turn.now)))
    }
    return .refused(.interlock(why))
  }

  func held(_ actuator: ActuatorPlan) -> Interlock? {
    if let hold = interlocks.hold(on: actuator.id) { return Interlock(hold) }
    guard actuator.limits.isLocked else { return nil }
    return Interlock(.maintenance, "maintenance", "the configuration locks the valve for maintenance")
  }

  private func tooMuch(_ wish: RunWish, _ actuator: ActuatorPlan) -> Interlock? {
    if let longest = actuator.limits.runMax, wish.duration > longest {
      return Interlock(
        .runMax, "run_max", "\(wish.duration.words) is longer than the valve's run_max, \(longest.words)")
    }
    if let most = actuator.limits.runLitresMax, let litres = wish.litres, litres > most {
      return Interlock(
        .runLitres, "run_litres", "\(litres.tenths) l is more than the valve's run_litres, \(most.tenths) l")
    }
    return nil
  }

  private func supplyBusy(_ valve: ActuatorIndex, _ plan: GardenPlan) -> Interlock? {
    for supply in plan.supplies where supply.valves.contains(valve) {
      let ids = supply.valves.filter { $0 != valve }.map { plan.actuators[Int($0.position)].id }
      let busy = leases.filter { $0.memory.phase != .closed && ids.contains($0.memory.actuator) }
      guard busy.count >= supply.atOnce, let first = busy.first else { continue }
      return Interlock(
        .supply, supply.id,
        "the supply \(supply.id) is in use by \(first.memory.actuator)"
          + (first.isLive ? "" : ", not proved closed"))
    }
    return nil
  }

  private func quiet(
    _ wish: RunWish, _ actuator: ActuatorPlan, _ plan: GardenPlan, at now: Moment
  ) -> Interlock? {
    guard let quiet = actuator.limits.quiet, wish.reason == .rule || actuator.limits.isQuietStrict,
      now.isWallTrusted
    else { return nil }
    let second = plan.site.calendar.local(now.wall).secondOfDay
    if quiet.contains(second) { return Interlock(.quietHours, "quiet_hours", "quiet hours of the valve") }
    let left = (quiet.fromSecondOfDay - second + 86_400) % 86_400
    guard quiet.fromSecondOfDay != quiet.toSecondOfDay, wish.duration > .seconds(left) else { return nil }
    return Interlock(.quietHours, "quiet_hours", "the run would reach into the valve's quiet hours")
  }
}

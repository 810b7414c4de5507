/// A run that somebody wants.
struct RunWish: Sendable, Hashable {
  var valve: ActuatorIndex
  var reason: LeaseMemory.Reason
  /// Without the lead of a master valve.
  var duration: Duration
  /// Litres at which it is to end; `nil`: by time alone.
  var litres: Double?
}

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

extension Interlocks {
  func paused(_ actuator: ActuatorPlan, at now: Moment) -> Interlock? {
    let pause = actuator.limits.pauseMin
    guard pause > .zero, let ended = lastEnds[actuator.id], now.uptime - ended < pause else { return nil }
    let left = Duration.seconds((pause - (now.uptime - ended)).wholeSeconds + 1)
    return Interlock(.pause, "pause_min", "the valve's pause is not over for \(left.words)")
  }

  func usedUp(_ wish: RunWish, _ actuator: ActuatorPlan, _ plan: GardenPlan, at now: Moment) -> Interlock? {
    let today = plan.site.calendar.local(now.wall).dayNumber
    // A day in the future is a clock that was wrong: what was used then still counts.
    let day = days.first { $0.valve == actuator.id && $0.dayNumber >= today }
    let (open, litres) = (day?.openSum ?? .zero, day?.litresSum ?? 0)
    if let most = actuator.limits.dayMax, open + wish.duration > most {
      return Interlock(
        .dayMax, "day_max",
        "the valve was open \(open.rounded.words) of \(most.words) today; \(wish.duration.words) more is too much"
      )
    }
    if actuator.limits.boundsLitres, !actuator.evidence.measuresWater {
      return Interlock(.dayLitres, "day_litres", "the valve's litres are limited, and no meter measures them")
    }
    if let most = actuator.limits.dayLitresMax, litres >= most || litres + (wish.litres ?? 0) > most {
      return Interlock(
        .dayLitres, "day_litres", "the valve gave \(litres.tenths) l of \(most.tenths) l today")
    }
    return nil
  }

  /// `mayLinger`: before a run also what nobody knows, and what has cleared a while ago, is asked.
  func sign(_ wish: RunWish, _ plan: GardenPlan, at now: Moment, mayLinger: Bool) -> Interlock? {
    var doubt: Interlock?
    for (i, interlock) in plan.interlocks.enumerated()
    where interlock.valves.contains(wish.valve) && (wish.reason == .rule || interlock.isStrict) {
      guard mayLinger || interlock.endsRuns else { continue }
      switch standing(i, plan: plan, at: now) {
      case .clear: continue
      case .blocks: return Interlock(.sign, interlock.id, "\(interlock.name) blocks")
      case .lingers(let until) where mayLinger:
        let left = Duration.seconds((until - now.uptime).wholeSeconds + 1)
        return Interlock(.sign, interlock.id, "\(interlock.name) cleared, and blocks for \(left.words) more")
      case .unknown(let why) where mayLinger:
        doubt = doubt ?? Interlock(.signUnknown, interlock.id, "\(interlock.name) is unknown: \(why.words)")
      case .lingers, .unknown: continue
      }
    }
    return doubt
  }
}

extension Duration {
  /// To whole seconds.
  var rounded: Duration { .seconds(wholeSeconds) }
}

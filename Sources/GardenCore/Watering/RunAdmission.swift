// What stands between a wish for water and its run.
extension Interlocks {
  /// The one question before any run, of people and of the rule: what forbids it? `nil`: nothing.
  func forbids(_ wish: RunWish, _ leases: [Lease], _ plan: GardenPlan, at now: Moment) -> Reason? {
    let actuator = plan.actuators[Int(wish.valve.position)]
    return held(actuator) ?? Self.tooMuch(wish, actuator) ?? Self.supplyBusy(wish.valve, leases, plan)
      ?? paused(actuator, at: now) ?? usedUp(wish, actuator, plan, at: now)
      ?? Self.quiet(wish, actuator, plan, at: now) ?? interlock(wish, plan, at: now, mayLinger: true)
  }

  /// What ends a run that is on; `nil`: it may go on.
  func forbids(_ lease: Lease, _ plan: GardenPlan, at now: Moment) -> Reason? {
    let memory = lease.memory
    guard let p = plan.actuators.firstIndex(where: { $0.id == memory.actuator }) else { return nil }
    let wish = RunWish(valve: ActuatorIndex(p), reason: memory.reason, duration: .zero)
    if let held = held(plan.actuators[p]) { return held }
    if let quiet = Self.quiet(wish, plan.actuators[p], plan, at: now) { return quiet }
    return interlock(wish, plan, at: now, mayLinger: false)
  }

  /// A start that something forbids: a person is told in the answer, of the rule it is said once until the reason changes.
  mutating func refuse(_ start: RunStart, _ valve: String, _ why: Reason, _ turn: inout Turn)
    -> RunVerdict
  {
    guard start.reason == .rule else {
      let who = start.by.map { "by \($0)" } ?? ""
      turn.log(.notice, "valve \(valve)", "no water for \(start.plant) \(who): \(why)")
      return .held(why)
    }
    let isNews = refusals[start.plant]?.why.shortName != why.shortName
    refusals[start.plant] = RuleRefusal(
      why: why, askAgainAt: turn.now.uptime + RuleRefusal.pause)
    if isNews {
      turn.log(.notice, "valve \(valve)", "no water for \(start.plant) by rule: \(why)")
      turn.effects.append(
        .trail(
          LeaseEvent(
            lease: UniqueID(at: turn.now.wall, random: &turn.dice), actuator: valve, plant: start.plant,
            kind: .refused, text: why.description, at: turn.now)))
    }
    return .held(why)
  }

  func held(_ actuator: ActuatorPlan) -> Reason? {
    if let hold = hold(on: actuator.id) { return Reason(hold) }
    guard actuator.limits.isLocked else { return nil }
    return Reason(.maintenance)
  }

  private static func tooMuch(_ wish: RunWish, _ actuator: ActuatorPlan) -> Reason? {
    if let longest = actuator.limits.runMax, wish.duration > longest {
      return Reason(.runMax, asked: wish.duration.inSeconds, most: longest.inSeconds)
    }
    if let most = actuator.limits.runLitresMax, let litres = wish.litres, litres > most {
      return Reason(.runLitres, asked: litres, most: most)
    }
    return nil
  }

  private static func quiet(
    _ wish: RunWish, _ actuator: ActuatorPlan, _ plan: GardenPlan, at now: Moment
  ) -> Reason? {
    guard let quiet = actuator.limits.quiet, wish.reason == .rule || actuator.limits.isQuietStrict,
      now.isWallTrusted
    else { return nil }
    let second = plan.site.calendar.local(now.wall).secondOfDay
    if quiet.contains(second) { return Reason(.quietHours) }
    let left = (quiet.fromSecondOfDay - second + 86_400) % 86_400
    guard quiet.fromSecondOfDay != quiet.toSecondOfDay, wish.duration > .seconds(left) else { return nil }
    return Reason(.quietHoursAhead)
  }

  private static func supplyBusy(_ valve: ActuatorIndex, _ leases: [Lease], _ plan: GardenPlan) -> Reason? {
    for supply in plan.supplies where supply.valves.contains(valve) {
      let ids = supply.valves.filter { $0 != valve }.map { plan.actuators[Int($0.position)].id }
      let busy = leases.filter { $0.memory.phase != .closed && ids.contains($0.memory.actuator) }
      guard busy.count >= supply.atOnce, let first = busy.first else { continue }
      return Reason(
        first.isLive ? .supply : .supplyClosing, name: supply.id, valve: first.memory.actuator)
    }
    return nil
  }
}

// What a valve gave today. A run counts with its whole length as soon as it is granted; the true length stands once it ended.
extension Interlocks {
  /// After every step: writes what changed of the sums, of valves that have limits of a day.
  mutating func countUse(_ leases: [Lease], _ turn: inout Turn) {
    for lease in leases {
      guard let p = turn.valve(lease.memory.actuator), turn.plan.actuators[Int(p.position)].limits.counts
      else { continue }
      count(lease, &turn)
    }
  }

  private mutating func count(_ lease: Lease, _ turn: inout Turn) {
    let memory = lease.memory
    let day = turn.plan.site.calendar.local(memory.openedAt).dayNumber
    var entry =
      days.first { $0.valve == memory.actuator }
      ?? ValveDayMemory(valve: memory.actuator, dayNumber: day)
    if entry.lease != memory.id {
      // An older lease that is still shown was counted when it was the last.
      guard lease.isLive || entry.lease == nil else { return }
      entry.begin(memory.id, day: day)
    }
    if lease.isLive {
      entry.leaseOpen = lease.duration
      entry.leaseLitres = lease.litresEnd ?? 0
    } else if entry.endedAt == nil {
      entry.leaseOpen = max(.zero, min(lease.closedFrom - memory.opened, lease.duration))
      entry.leaseLitres = lease.litres ?? 0
      entry.endedAt = turn.now.wall
      lastEnds[memory.actuator] = turn.now.uptime
    } else if memory.phase == .closed {
      // What still ran out until it was proved closed.
      entry.leaseLitres = max(entry.leaseLitres, lease.litres ?? 0)
      if let until = memory.until { entry.leaseOpen = max(entry.leaseOpen, until - memory.openedAt) }
    }
    guard !days.contains(entry) else { return }
    days.removeAll { $0.valve == entry.valve }
    days.append(entry)
    turn.remember(.valveDay(entry))
  }

  /// A run ends by volume where the valve's own limits, or what is left of the day, are less than the plant's.
  func bound(_ lease: inout Lease, _ plan: GardenPlan) {
    let memory = lease.memory
    guard let limits = plan.actuators.first(where: { $0.id == memory.actuator })?.limits else { return }
    let today = plan.site.calendar.local(memory.openedAt).dayNumber
    let day = days.first { $0.valve == memory.actuator && $0.dayNumber >= today }
    let before = day.map { $0.lease == memory.id ? $0.litres : $0.litresSum } ?? 0
    let bounds = [lease.litresMax, limits.runLitresMax, limits.dayLitresMax.map { max(0, $0 - before) }]
    lease.litresMax = bounds.compactMap(\.self).min()
  }
}

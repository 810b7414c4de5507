extension Waterings {
  /// After a restart: leases with time left go on, the others are closed; what is shown is published anew.
  ///
  /// In the same boot the monotonic end holds. In another the wall clock says how long we were away, if it can be
  /// believed, and never more is left than when the lease was last written. `facts`: of all plants. `alarms`: what people were
  /// told of valves and what is still open, by actuator.
  package mutating func start(facts: [PlantFacts], alarms: [String: ValveTrouble] = [:], _ turn: inout Turn) {
    // What is due now is for the tick that follows at once: a start tells nobody anything anew.
    defer {
      driveMasters(&turn)
      countUse(&turn)
      wake = turn.now.uptime
    }
    for i in leases.indices {
      if let facts = facts.first(where: { $0.id == leases[i].memory.plant }) {
        leases[i].facts = facts
      }
      resume(i, &turn)
    }
    abandon(&turn)
    closeHeldAndMasters(alarms, &turn)
    closeIdleValves(alarms, &turn)
  }

  private mutating func resume(_ i: Int, _ turn: inout Turn) {
    let now = turn.now
    if let valve = turn.valve(leases[i].memory.actuator) {
      leases[i].take(turn.plan.actuators[Int(valve.position)], turn.plan)
      boundLitres(i, turn.plan)
    }
    leases[i].updatedAt = now.uptime + (.zero - ActivitySteps.gapMin)
    leases[i].resumedAt = now.uptime
    leases[i].endedAt = now.uptime
    leases[i].runningSince = now.uptime
    leases[i].creditedAt = now.uptime
    leases[i].closedFrom = now.uptime
    if let ended = leases[i].memory.activityEndedAt {
      let since = now.isWallTrusted ? max(.zero, now.wall - ended) : .zero
      leases[i].removeAt = now.uptime + max(.zero, WateringLimits.dismissal - since)
    }
    let wasOtherBoot = leases[i].memory.boot != turn.boot
    let left = wasOtherBoot ? leftAcrossBoots(leases[i], now) : leases[i].left(at: now)
    if wasOtherBoot {
      let duration = leases[i].duration
      // Where nobody knows how long it was, the run is ended below with the progress that is known.
      // A clock that says "a year later" must not take the end from devices that still show the run.
      leases[i].memory.ends = now.uptime + max(.zero, left ?? leases[i].memory.left)
      let opened = leases[i].memory.ends + (.zero - duration)
      let moved = opened - leases[i].memory.opened
      leases[i].memory.renewal?.started.milliseconds += moved.milliseconds
      leases[i].memory.opened = opened
      leases[i].memory.boot = turn.boot
    }
    turn.effects.append(.publish(.activity(leases[i].picture)))
    switch leases[i].memory.phase {
    case .opening, .running: goOn(i, left: left, wasOtherBoot: wasOtherBoot, &turn)
    case .closing:
      leases[i].story(.resumed, "the bridge restarted: closing goes on", &turn)
      // Of another trouble, such as no flow, people do not know that it is not closed.
      let memory = leases[i].memory
      let told = memory.activityEndedAt == nil ? nil : memory.trouble.flatMap { $0.isUnproved ? $0 : nil }
      beginClosing(valves.watch(leases[i].memory.actuator), told: told, &turn)
      if wasOtherBoot { leases[i].remember(&turn) }
    case .closed:
      let witness = leases[i].memory.evidence.contains(.still) ? Valves.Testimony.agrees : .none
      let w = valves.watch(leases[i].memory.actuator)
      valves.seal(w, leases[i].memory, by: witness, &turn)
      if wasOtherBoot { leases[i].remember(&turn) }
    }
  }

  /// `left` nil: the clock cannot say.
  private mutating func goOn(_ i: Int, left: Duration?, wasOtherBoot: Bool, _ turn: inout Turn) {
    let valve = leases[i].memory.actuator
    guard let left else {
      leases[i].story(.resumed, "the bridge restarted: the clock cannot say how long it was away", &turn)
      turn.log(.warning, valve: valve, "run interrupted: the clock cannot say how long the bridge was away")
      return interrupt(i, .clock, &turn)
    }
    if left <= .zero {
      leases[i].story(.resumed, "the bridge restarted: its time was over meanwhile", &turn)
      turn.log(.notice, valve: valve, "the run's time was over while the bridge was away")
      return close(i, .time, &turn)
    }
    let how = wasOtherBoot ? "the machine and the bridge restarted" : "the bridge restarted"
    leases[i].story(.resumed, "\(how): \(left.wholeSeconds) s are left", &turn)
    creditAway(i, left: left)
    if let most = leases[i].litresEnd, leases[i].litres ?? 0 >= most { return close(i, .volume, &turn) }
    if leases[i].memory.phase == .opening {
      // After a power cut nobody knows what the valve did: water is not started on a guess.
      if wasOtherBoot || left < WateringLimits.openRunsMin { return interrupt(i, .restart, &turn) }
      sendOpen(i, &turn)
    } else if !wasOtherBoot, leases[i].outlivesTimer {
      sendOpen(i, &turn)
    }
    if wasOtherBoot { leases[i].remember(&turn) }
    turn.log(.info, valve: valve, "run goes on for \(left.wholeSeconds) s")
  }

  /// A flow without a counter cannot say what ran meanwhile: at the run's own mean, so that it rather ends too early.
  private mutating func creditAway(_ i: Int, left: Duration) {
    let memory = leases[i].memory
    guard memory.phase == .running, memory.counter == nil, let litres = leases[i].litres, litres > 0 else {
      return
    }
    let ran = (leases[i].duration - memory.left).milliseconds
    let away = (memory.left - left).milliseconds
    if ran > 0, away > 0 { leases[i].litres = litres + litres * Double(away) / Double(ran) }
  }

  private func leftAcrossBoots(_ lease: Lease, _ now: Moment) -> Duration? {
    // A second or two of lead comes from rounding of steps; more means that the clock went back.
    guard now.isWallTrusted, now.wall >= lease.memory.lastUpdateAt - .seconds(2) else { return nil }
    return min(lease.memory.endsAt - now.wall, lease.memory.left, lease.duration)
  }

  /// Reload, before the plan changes: closes what the new plan no longer has. The effects bear indices of the present
  /// plan. Best wait for ``isClear(for:)`` (or some 30 s) before ``adopt(_:)``.
  package mutating func leave(for new: GardenPlan, _ turn: inout Turn) {
    defer { settle(&turn) }
    leaveMasters(for: new, &turn)
    for i in leases.indices where leases[i].isLive {
      let memory = leases[i].memory
      let keepsValve = new.actuators.contains { $0.id == memory.actuator && $0.isValve }
      guard !keepsValve || !new.plants.contains(where: { $0.id == memory.plant }) else { continue }
      turn.log(.notice, valve: memory.actuator, "the new configuration drops it or its plant: closing")
      interrupt(i, .configuration, &turn)
    }
  }

  /// Every valve that the new plan drops is proved closed, and was told so once more where only its word proves it.
  package func isClear(for new: GardenPlan) -> Bool {
    func keeps(_ valve: String) -> Bool { new.actuators.contains { $0.id == valve && $0.isValve } }
    return leases.allSatisfy { $0.memory.phase == .closed || keeps($0.memory.actuator) }
      && valves.unsettled.allSatisfy(keeps)
      && masters.valves.allSatisfy(keeps)
  }

  /// The new plan is in force. A valve that it dropped while unproved ends its activity as failed.
  package mutating func adopt(_ turn: inout Turn) {
    valves.adopt(turn.plan)
    lastEnds = lastEnds.filter { entry in turn.plan.plants.contains { $0.id == entry.key } }
    defer { settle(&turn) }
    for i in leases.indices {
      if let valve = turn.valve(leases[i].memory.actuator) {
        leases[i].take(turn.plan.actuators[Int(valve.position)], turn.plan)
        boundLitres(i, turn.plan)
      }
    }
    abandon(&turn)
    masters.adopt(leases, &valves, &turn)
  }

  /// Leases of valves that the plan does not have, or has on another device: nobody can close them from here.
  mutating func abandon(_ turn: inout Turn, where isGone: (String) -> Bool = { _ in false }) {
    for i in leases.indices.reversed()
    where leases[i].memory.phase != .closed
      && (turn.valve(leases[i].memory.actuator) == nil || isGone(leases[i].memory.actuator))
    {
      turn.log(
        .alarm, valve: leases[i].memory.actuator, "not in the configuration; its run was not proved closed")
      leases[i].story(.unproved, "the valve is not in the configuration any more", &turn)
      leases[i].memory.phase = .closed
      if leases[i].memory.activityEndedAt == nil {
        finish(i, isProved: false, &turn)
      } else {
        leases[i].remember(&turn)
      }
    }
  }

  /// The bridge goes down. A valve with its own timer is left to it; the others are closed, and closing goes on
  /// at the next start.
  package mutating func suspend(_ turn: inout Turn) {
    defer { settle(&turn) }
    masters.suspend(&turn)
    for i in leases.indices where leases[i].isLive {
      let valve = leases[i].memory.actuator
      if leases[i].hasDeviceTimer {
        let left = leases[i].left(at: turn.now)
        leases[i].memory.left = left
        leases[i].remember(&turn)
        leases[i].story(.evidence, "the bridge goes down; its own timer closes it", &turn)
        turn.log(
          .notice, valve: valve, "left to its own timer for \(left.wholeSeconds) s; the bridge goes down")
      } else {
        turn.log(.notice, valve: valve, "closed: the bridge goes down and the valve has no timer of its own")
        interrupt(i, .bridgeStopped, &turn)
      }
    }
  }
}

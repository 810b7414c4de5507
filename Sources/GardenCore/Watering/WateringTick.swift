extension Waterings {
  /// Time passed.
  package mutating func tick(
    plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [WateringNews]
  ) {
    guard !leases.isEmpty || hasIdleWork else { return }
    step(plan, now, &effects, &news) { waterings, step in
      waterings.settleFlows(&step)
      waterings.endForbiddenRuns(&step)
      for i in waterings.leases.indices.reversed() { waterings.tick(i, &step) }
      for w in waterings.valves.indices where waterings.valves[w].closing != nil {
        waterings.tickIdle(w, &step)
      }
      for w in waterings.valves.indices { waterings.tickSeal(w, &step) }
      for m in waterings.meters.indices { waterings.judgeLeak(m, &step) }
    }
  }

  private var hasIdleWork: Bool {
    !meters.isEmpty || !interlocks.masters.isEmpty
      || valves.contains { $0.closing != nil || $0.seal?.dueAt != nil }
  }

  /// The link to the broker is up (again): what was sent into the void is sent anew, closing first.
  package mutating func linkCameUp(
    plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [WateringNews]
  ) {
    step(plan, now, &effects, &news) { waterings, step in
      waterings.openMastersAgain(&step)
      // What was told at the start may have gone into the void.
      if !waterings.hasHadLink { waterings.closeIdleValves([:], &step) }
      waterings.hasHadLink = true
      for w in waterings.valves.indices where waterings.valves[w].closing != nil {
        waterings.sendIdleClose(w, &step)
      }
      for w in waterings.valves.indices { waterings.tickSeal(w, &step) }
      for i in waterings.leases.indices where waterings.leases[i].memory.phase == .closing {
        waterings.leases[i].closesSent = 0
        waterings.sendClose(i, &step)
      }
      for i in waterings.leases.indices where waterings.leases[i].memory.phase == .opening {
        guard waterings.leases[i].left(at: now) >= WateringLimits.openRunsMin else { continue }
        guard waterings.leases[i].opensSent < WateringLimits.openAttemptsMax else { continue }
        waterings.sendOpen(i, &step)
      }
    }
  }

  private mutating func tick(_ i: Int, _ step: inout WateringStep) {
    let now = step.now
    if let removeAt = leases[i].removeAt, now.uptime >= removeAt {
      let isGone = leases[i].memory.phase == .closed
      remove(i, &step)
      if isGone { return }
    }
    switch leases[i].memory.phase {
    case .opening, .running:
      if now.uptime >= leases[i].memory.ends {
        close(i, .time, &step)
      } else if let opensAt = leases[i].opensAt {
        if now.uptime >= opensAt { sendOpen(i, &step) }
      } else if leases[i].memory.phase == .opening {
        awaitOpen(i, &step)
      } else {
        awaitWater(i, &step)
        if leases[i].isLive { renewTimer(i, &step) }
      }
    case .closing:
      awaitProof(i, &step)
      return
    case .closed: return
    }
    update(i, &step)
  }

  /// No word of open: say so, try again with the time that is left, and give up after a few tries.
  private mutating func awaitOpen(_ i: Int, _ step: inout WateringStep) {
    guard step.now.uptime - leases[i].openSentAt >= leases[i].answerWithin else { return }
    if leases[i].memory.trouble == nil {
      leases[i].memory.trouble = .didNotOpen
      tell(i, .didNotOpen, &step)
      remember(i, &step)
    }
    let isWorthIt = leases[i].left(at: step.now) >= WateringLimits.openRunsMin
    if isWorthIt && leases[i].opensSent < WateringLimits.openAttemptsMax {
      sendOpen(i, &step)
    } else if isWorthIt {
      close(i, .failure, trouble: .didNotOpen, &step)
    }
  }

  private mutating func awaitProof(_ i: Int, _ step: inout WateringStep) {
    let count = leases.count
    proveIfStill(i, &step)
    guard leases.count == count, leases[i].memory.phase == .closing else { return }
    defer { update(i, &step) }
    if step.now.uptime >= leases[i].closeAgainAt {
      sendClose(i, &step)
      if leases[i].closedSaidAt != nil { closeNeighbours(of: leases[i].memory.actuator, &step) }
    }
    guard leases[i].memory.activityEndedAt == nil, isProofOverdue(i, step.now) else { return }
    let trouble = unprovedTrouble(
      leases[i].memory.actuator, saidClosed: leases[i].closedSaidAt != nil, step)
    if trouble == .didNotClose && !leases[i].ran && leases[i].hasDeviceTimer {
      if leases[i].memory.trouble == nil {
        leases[i].memory.trouble = .didNotOpen
        tell(i, .didNotOpen, &step)
      }
      story(i, .unproved, "it never answered; its own timer closes it", &step)
    } else {
      leases[i].memory.trouble = trouble
      tell(i, trouble, &step)
      story(i, .unproved, "closing is not proved; it is repeated", &step)
    }
    finish(i, isProved: false, &step)
  }

  private func isProofOverdue(_ i: Int, _ now: Moment) -> Bool { now.uptime >= proofDueAt(i) }

  /// The bound of closing, or the end of an activity's life if that comes first.
  private func proofDueAt(_ i: Int) -> Uptime {
    min(
      leases[i].closingSince + leases[i].closeProofWithin,
      leases[i].memory.activity.started + ActivityLimits.updates)
  }

  func tell(_ i: Int, _ trouble: ValveTrouble, _ step: inout WateringStep) {
    let memory = leases[i].memory
    if let valve = step.valve(memory.actuator) {
      step.news.append(.trouble(valve, trouble, plant: memory.plant))
    }
    story(i, .trouble, trouble.text, &step)
    step.log(trouble.mayRunWater ? .alarm : .warning, memory.actuator, trouble.text)
  }

  /// The next uptime at which a tick changes anything; `nil`: nothing is on. Always ahead: what is due already, as after
  /// a restart, is due again in a second, so that it is neither forgotten nor keeps the loop spinning.
  package func nextDeadline(at now: Moment) -> Uptime? {
    var next = idleDeadline(after: now.uptime)
    if let seal = sealDeadline(after: now.uptime) { next = min(next ?? seal, seal) }
    if let leak = leakDeadline(after: now.uptime) { next = min(next ?? leak, leak) }
    for i in leases.indices {
      let lease = leases[i]
      var at: Uptime?
      func sooner(_ other: Uptime) {
        let ahead = other > now.uptime ? other : now.uptime + .seconds(1)
        at = at.map { min($0, ahead) } ?? ahead
      }
      if let removeAt = lease.removeAt { sooner(removeAt) }
      switch lease.memory.phase {
      case .opening:
        sooner(lease.memory.ends)
        sooner(lease.nextStepAt)
        if let opens = lease.opensAt {
          sooner(opens)
        } else if lease.memory.trouble == nil || lease.left(at: now) >= WateringLimits.openRunsMin {
          sooner(lease.openSentAt + lease.answerWithin)
        }
        if let at = lease.litresEndAt { sooner(at) }
      case .running:
        sooner(lease.memory.ends)
        sooner(lease.nextStepAt)
        if let renewal = lease.renewsAt(now) { sooner(renewal) }
        if let at = lease.litresEndAt { sooner(at) }
      case .closing:
        sooner(lease.closeAgainAt)
        if lease.memory.activityEndedAt == nil { sooner(proofDueAt(i)) }
      case .closed: break
      }
      if let due = evidenceDueAt(i, after: now.uptime) { sooner(due) }
      if let due = lease.activityDueAt { sooner(due) }
      if let at { next = next.map { min($0, at) } ?? at }
    }
    return next
  }
}

extension Waterings {
  /// Time passed.
  package mutating func tick(_ turn: inout Turn) {
    guard !leases.isEmpty || hasIdleWork else { return }
    defer { settle(&turn) }
    settleFlows(&turn)
    endForbiddenRuns(&turn)
    for i in leases.indices.reversed() { tick(i, &turn) }
    for w in valves.indices where valves[w].closing != nil {
      tickIdle(w, &turn)
    }
    for w in valves.indices { tickSeal(w, &turn) }
    for m in meters.indices { judgeLeak(m, &turn) }
  }

  private var hasIdleWork: Bool {
    !meters.isEmpty || !interlocks.masters.isEmpty
      || valves.contains { $0.closing != nil || $0.seal?.dueAt != nil }
  }

  /// The link to the broker is up (again): what was sent into the void is sent anew, closing first.
  package mutating func linkCameUp(_ turn: inout Turn) {
    defer { settle(&turn) }
    openMastersAgain(&turn)
    // What was told at the start may have gone into the void.
    if turn.link.ups <= 1 { closeIdleValves([:], &turn) }
    for w in valves.indices where valves[w].closing != nil {
      sendIdleClose(w, &turn)
    }
    for w in valves.indices { tickSeal(w, &turn) }
    for i in leases.indices where leases[i].memory.phase == .closing {
      leases[i].closesSent = 0
      sendClose(i, &turn)
    }
    for i in leases.indices where leases[i].memory.phase == .opening {
      guard leases[i].left(at: turn.now) >= WateringLimits.openRunsMin else { continue }
      guard leases[i].opensSent < WateringLimits.openAttemptsMax else { continue }
      sendOpen(i, &turn)
    }
  }

  private mutating func tick(_ i: Int, _ turn: inout Turn) {
    let now = turn.now
    if let removeAt = leases[i].removeAt, now.uptime >= removeAt {
      let isGone = leases[i].memory.phase == .closed
      remove(i, &turn)
      if isGone { return }
    }
    switch leases[i].memory.phase {
    case .opening, .running:
      if now.uptime >= leases[i].memory.ends {
        close(i, .time, &turn)
      } else if let opensAt = leases[i].opensAt {
        if now.uptime >= opensAt { sendOpen(i, &turn) }
      } else if leases[i].memory.phase == .opening {
        awaitOpen(i, &turn)
      } else {
        awaitWater(i, &turn)
        if leases[i].isLive { renewTimer(i, &turn) }
      }
    case .closing:
      awaitProof(i, &turn)
      return
    case .closed: return
    }
    update(i, &turn)
  }

  /// No word of open: say so, try again with the time that is left, and give up after a few tries.
  private mutating func awaitOpen(_ i: Int, _ turn: inout Turn) {
    guard turn.now.uptime - leases[i].openSentAt >= leases[i].answerWithin else { return }
    if leases[i].memory.trouble == nil {
      leases[i].memory.trouble = .didNotOpen
      tell(i, .didNotOpen, &turn)
      remember(i, &turn)
    }
    let isWorthIt = leases[i].left(at: turn.now) >= WateringLimits.openRunsMin
    if isWorthIt && leases[i].opensSent < WateringLimits.openAttemptsMax {
      sendOpen(i, &turn)
    } else if isWorthIt {
      close(i, .failure, trouble: .didNotOpen, &turn)
    }
  }

  private mutating func awaitProof(_ i: Int, _ turn: inout Turn) {
    let count = leases.count
    proveIfStill(i, &turn)
    guard leases.count == count, leases[i].memory.phase == .closing else { return }
    defer { update(i, &turn) }
    if turn.now.uptime >= leases[i].closeAgainAt {
      sendClose(i, &turn)
      if leases[i].closedSaidAt != nil { closeNeighbours(of: leases[i].memory.actuator, &turn) }
    }
    guard leases[i].memory.activityEndedAt == nil, isProofOverdue(i, turn.now) else { return }
    let trouble = unprovedTrouble(
      leases[i].memory.actuator, saidClosed: leases[i].closedSaidAt != nil, turn)
    if trouble == .didNotClose && !leases[i].ran && leases[i].hasDeviceTimer {
      if leases[i].memory.trouble == nil {
        leases[i].memory.trouble = .didNotOpen
        tell(i, .didNotOpen, &turn)
      }
      story(i, .unproved, "it never answered; its own timer closes it", &turn)
    } else {
      leases[i].memory.trouble = trouble
      tell(i, trouble, &turn)
      story(i, .unproved, "closing is not proved; it is repeated", &turn)
    }
    finish(i, isProved: false, &turn)
  }

  private func isProofOverdue(_ i: Int, _ now: Moment) -> Bool { now.uptime >= proofDueAt(i) }

  /// The bound of closing, or the end of an activity's life if that comes first.
  private func proofDueAt(_ i: Int) -> Uptime {
    min(
      leases[i].closingSince + leases[i].closeProofWithin,
      leases[i].memory.activity.started + ActivityLimits.updates)
  }

  func tell(_ i: Int, _ trouble: ValveTrouble, _ turn: inout Turn) {
    let memory = leases[i].memory
    if let valve = turn.valve(memory.actuator) {
      turn.news.append(.valveTrouble(valve, trouble, plant: memory.plant))
    }
    story(i, .trouble, trouble.text, &turn)
    turn.log(trouble.mayRunWater ? .alarm : .warning, valve: memory.actuator, trouble.text)
  }

  /// The next uptime at which a tick changes anything; `nil`: nothing is on. Always ahead: what is due already, as after
  /// a restart, is due again in a second, so that it is neither forgotten nor keeps the loop spinning.
  package func nextDeadline(at now: Moment, _ turn: Turn) -> Uptime? {
    var next = idleDeadline(after: now.uptime)
    if let seal = sealDeadline(after: now.uptime, turn) { next = min(next ?? seal, seal) }
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

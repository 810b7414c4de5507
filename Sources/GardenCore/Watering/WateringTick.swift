extension Waterings {
  /// After every step, and as time passes: every rule is asked until none of them acts any more.
  package mutating func settle(_ turn: inout Turn) {
    wake = isAtWork ? turn.settle { ask(&$0) } : nil
  }

  private mutating func ask(_ turn: inout Turn) {
    settleFlows(&turn)
    endForbiddenRuns(&turn)
    for i in leases.indices.reversed() { ask(i, &turn) }
    for w in valves.indices where valves[w].drive.isClosing && holder(of: valves[w].id) == nil {
      askClosing(w, &turn)
    }
    for w in valves.indices { valves.askSeal(w, leases, masters, &turn) }
    for m in valves.meters.indices { valves.judgeLeak(m, leases, &turn) }
    driveMasters(&turn)
    countUse(&turn)
  }

  private var isAtWork: Bool {
    !leases.isEmpty || !valves.meters.isEmpty || !masters.valves.isEmpty
      || valves.indices.contains { valves[$0].drive.isClosing || valves[$0].seal?.dueAt != nil }
  }

  /// The link to the broker is up (again): what was sent into the void is sent anew, closing first.
  package mutating func linkCameUp(_ turn: inout Turn) {
    defer { settle(&turn) }
    masters.openAgain(&valves, &turn)
    // What was told at the start may have gone into the void.
    if turn.link.ups <= 1 { closeIdleValves([:], &turn) }
    for w in valves.indices where valves[w].drive.isClosing {
      valves[w].drive.startOver()
      closeAgain(w, &turn)
    }
    for w in valves.indices { valves.askSeal(w, leases, masters, &turn) }
    for i in leases.indices where leases[i].memory.phase == .opening {
      guard leases[i].left(at: turn.now) >= WateringLimits.openRunsMin else { continue }
      guard drive(of: leases[i]).sent < WateringLimits.openAttemptsMax else { continue }
      sendOpen(i, &turn)
    }
  }

  private mutating func ask(_ i: Int, _ turn: inout Turn) {
    if let removeAt = leases[i].removeAt, turn.isDue(removeAt) {
      let isGone = leases[i].memory.phase == .closed
      remove(i, &turn)
      if isGone { return }
    }
    switch leases[i].memory.phase {
    case .opening, .running: askLive(i, &turn)
    case .closing:
      let id = leases[i].memory.id
      askClosing(valves.watch(leases[i].memory.actuator), &turn)
      guard leases.indices.contains(i), leases[i].memory.id == id, leases[i].memory.phase == .closing else {
        return
      }
    case .closed: return
    }
    leases[i].update(&turn)
  }

  private mutating func askLive(_ i: Int, _ turn: inout Turn) {
    if turn.isDue(leases[i].memory.ends) { return close(i, .time, &turn) }
    turn.wait(until: leases[i].litresEndAt)
    if let opensAt = leases[i].opensAt {
      if turn.isDue(opensAt) { sendOpen(i, &turn) }
    } else if leases[i].memory.phase == .opening {
      awaitOpen(i, &turn)
    } else {
      awaitWater(i, &turn)
      if leases[i].isLive { renewTimer(i, &turn) }
    }
  }

  /// How its valve is driven.
  func drive(of lease: Lease) -> Switch {
    valves.position(lease.memory.actuator).map { valves[$0].drive } ?? Switch()
  }

  /// No word of open: say so, try again with the time that is left, and give up after a few tries.
  private mutating func awaitOpen(_ i: Int, _ turn: inout Turn) {
    let drive = drive(of: leases[i])
    let isWorthIt = leases[i].left(at: turn.now) >= WateringLimits.openRunsMin
    guard isWorthIt || leases[i].memory.trouble == nil, turn.isDue(drive.sentAt + leases[i].answerWithin)
    else {
      return
    }
    if leases[i].memory.trouble == nil {
      leases[i].memory.trouble = .didNotOpen
      leases[i].tell(.didNotOpen, &turn)
      leases[i].remember(&turn)
    }
    if isWorthIt && drive.sent < WateringLimits.openAttemptsMax {
      sendOpen(i, &turn)
    } else if isWorthIt {
      close(i, .failure, trouble: .didNotOpen, &turn)
    }
  }
}

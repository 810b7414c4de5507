/// Valves that no lease holds are closed: told so at every start, and brought back whenever they say open.
extension Waterings {
  /// Every valve of the plan without a live lease is told to close, whatever is retained and whatever it last said. Once: a valve
  /// that answers "open" is then closed until that is proved, one that is away is told again when the link comes up.
  /// One of which people were told that it is not proved closed is closed until it is.
  mutating func closeIdleValves(_ alarms: [String: ValveTrouble], _ turn: inout Turn) {
    for a in turn.plan.actuators.indices where turn.plan.actuators[a].isValve {
      let id = turn.plan.actuators[a].id
      let isClosing = valves.contains { $0.id == id && $0.closing != nil }
      guard holder(of: id) == nil, !isClosing, !keepsOpen(id, turn) else { continue }
      if let told = alarms[id], told.isUnproved {
        beginClosing(watch(id), told: told, &turn)
      } else {
        turn.effects.append(.command(ActuatorCommand(actuator: ActuatorIndex(a), deed: .close)))
      }
    }
  }

  /// Somebody other than a lease has the right to this open valve: of two bridges the one in charge, or a run that needs this master.
  func keepsOpen(_ valve: String, _ turn: Turn) -> Bool {
    turn.bar == .otherBridge || interlocks.masters.contains { $0.valve == valve }
  }

  /// A live report says open, and no lease holds the valve. It may have been opened by hand, by its own button, by another program or by
  /// a fault; from here they look alike, and only closed is safe.
  mutating func openedIdle(_ w: Int, isNews: Bool, _ turn: inout Turn) {
    let id = valves[w].id
    let answersSeal = answersSeal(w, turn)
    valves[w].seal = nil
    guard let valve = turn.valve(id), !keepsOpen(id, turn) else { return }
    if turn.plan.actuators[Int(valve.position)].allowsManualOpening && valves[w].closing == nil,
      !isKeptClosed(id, turn.plan), !answersSeal
    {
      if isNews {
        turn.log(.notice, valve: id, "is open, and no run of ours is on; opening by hand is allowed")
      }
      return
    }
    if valves[w].closing == nil {
      turn.log(.warning, valve: id, "is open, and no run of ours is on: closing it")
      beginClosing(w, &turn)
    } else {
      valves[w].closing?.saidAt = nil
    }
  }

  mutating func beginClosing(_ w: Int, told: ValveTrouble? = nil, _ turn: inout Turn) {
    var closing = IdleClosing(since: turn.now.uptime, sentAt: turn.now.uptime, told: told)
    if let valve = turn.valve(valves[w].id) {
      let plan = turn.plan.actuators[Int(valve.position)]
      closing.bound = WateringLimits.closeProofWithin(plan)
      closing.quiet = plan.evidence.quiet
      closing.isProvedByMeters = !plan.evidence.reportsClosed
    }
    valves[w].closing = closing
    sendIdleClose(w, &turn)
  }

  mutating func sendIdleClose(_ w: Int, _ turn: inout Turn) {
    valves[w].closing?.sent += 1
    valves[w].closing?.sentAt = turn.now.uptime
    guard let valve = turn.valve(valves[w].id) else { return }
    turn.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
  }

  mutating func heardIdleClosed(_ w: Int, _ turn: inout Turn) {
    guard valves[w].closing != nil else { return }
    if valves[w].closing?.saidAt == nil { valves[w].closing?.saidAt = turn.now.uptime }
    proveIdle(w, &turn)
  }

  mutating func proveIdle(_ w: Int, _ turn: inout Turn) {
    guard let closing = valves[w].closing,
      let witness = proof(of: valves[w].id, since: closing.since, said: closing.saidAt, &turn)
    else { return }
    valves[w].closing = nil
    seal(valves[w].id, by: witness, &turn)
    turn.log(.info, valve: valves[w].id, "closed")
    if let valve = turn.valve(valves[w].id), let told = closing.told, told != .flowsClosed {
      turn.news.append(.valveTroubleOver(valve, told))
    }
  }

  /// Repeats the close, and tells people once the bound is over.
  mutating func tickIdle(_ w: Int, _ turn: inout Turn) {
    proveIdle(w, &turn)
    guard let closing = valves[w].closing, let valve = turn.valve(valves[w].id) else { return }
    if turn.now.uptime >= closing.againAt {
      sendIdleClose(w, &turn)
      if closing.saidAt != nil { closeNeighbours(of: valves[w].id, &turn) }
    }
    guard closing.told == nil, turn.now.uptime >= closing.since + closing.bound else { return }
    let trouble = unprovedTrouble(valves[w].id, saidClosed: closing.saidAt != nil, turn)
    valves[w].closing?.told = trouble
    turn.news.append(.valveTrouble(valve, trouble, plant: nil))
    turn.log(.alarm, valve: valves[w].id, trouble.text)
  }

  func idleDeadline(after now: Uptime) -> Uptime? {
    var next: Uptime?
    for watch in valves {
      guard let closing = watch.closing else { continue }
      var dues = [closing.againAt]
      if closing.told == nil { dues.append(closing.since + closing.bound) }
      if let said = closing.saidAt ?? (closing.isProvedByMeters ? closing.since : nil),
        let due = testimonyDueAt(
          since: closing.since, said: said, quiet: closing.quiet, after: now)
      {
        dues.append(due)
      }
      next = ([next].compactMap(\.self) + dues).min()
    }
    return next
  }
}

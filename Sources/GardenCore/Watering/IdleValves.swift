/// Valves that no lease holds are closed: told so at every start, and brought back whenever they say open.
extension Waterings {
  /// Every valve of the plan without a live lease is told to close, whatever is retained and whatever it last said. Once: a valve
  /// that answers "open" is then closed until that is proved, one that is away is told again when the link comes up.
  /// One of which people were told that it is not proved closed is closed until it is.
  mutating func closeIdleValves(_ alarms: [String: ValveTrouble], _ step: inout WateringStep) {
    for a in step.plan.actuators.indices where step.plan.actuators[a].isValve {
      let id = step.plan.actuators[a].id
      let isClosing = valves.contains { $0.id == id && $0.closing != nil }
      guard holder(of: id) == nil, !isClosing, !keepsOpen(id, step) else { continue }
      if let told = alarms[id], told.isUnproved {
        beginClosing(watch(id), told: told, &step)
      } else {
        step.effects.append(.command(ActuatorCommand(actuator: ActuatorIndex(a), deed: .close)))
      }
    }
  }

  /// Somebody other than a lease has the right to this open valve: of two bridges the one in charge, or a run that needs this master.
  func keepsOpen(_ valve: String, _ step: WateringStep) -> Bool {
    openingBar == .otherBridge || interlocks.masters.contains { $0.valve == valve }
  }

  /// A live report says open, and no lease holds the valve. It may have been opened by hand, by its own button, by another program or by
  /// a fault; from here they look alike, and only closed is safe.
  mutating func openedIdle(_ w: Int, isNews: Bool, _ step: inout WateringStep) {
    let id = valves[w].id
    let answersSeal = answersSeal(w, step)
    valves[w].seal = nil
    guard let valve = step.valve(id), !keepsOpen(id, step) else { return }
    if step.plan.actuators[Int(valve.position)].allowsManualOpening && valves[w].closing == nil,
      !isKeptClosed(id, step.plan), !answersSeal
    {
      if isNews { step.log(.notice, id, "is open, and no run of ours is on; opening by hand is allowed") }
      return
    }
    if valves[w].closing == nil {
      step.log(.warning, id, "is open, and no run of ours is on: closing it")
      beginClosing(w, &step)
    } else {
      valves[w].closing?.saidAt = nil
    }
  }

  mutating func beginClosing(_ w: Int, told: ValveTrouble? = nil, _ step: inout WateringStep) {
    var closing = IdleClosing(since: step.now.uptime, sentAt: step.now.uptime, told: told)
    if let valve = step.valve(valves[w].id) {
      let plan = step.plan.actuators[Int(valve.position)]
      closing.bound = WateringLimits.closeProofWithin(plan)
      closing.quiet = plan.evidence.quiet
      closing.isProvedByMeters = !plan.evidence.reportsClosed
    }
    valves[w].closing = closing
    sendIdleClose(w, &step)
  }

  mutating func sendIdleClose(_ w: Int, _ step: inout WateringStep) {
    valves[w].closing?.sent += 1
    valves[w].closing?.sentAt = step.now.uptime
    guard let valve = step.valve(valves[w].id) else { return }
    step.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
  }

  mutating func heardIdleClosed(_ w: Int, _ step: inout WateringStep) {
    guard valves[w].closing != nil else { return }
    if valves[w].closing?.saidAt == nil { valves[w].closing?.saidAt = step.now.uptime }
    proveIdle(w, &step)
  }

  mutating func proveIdle(_ w: Int, _ step: inout WateringStep) {
    guard let closing = valves[w].closing,
      let witness = proof(of: valves[w].id, since: closing.since, said: closing.saidAt, &step)
    else { return }
    valves[w].closing = nil
    seal(valves[w].id, by: witness, &step)
    step.log(.info, valves[w].id, "closed")
    if let valve = step.valve(valves[w].id), let told = closing.told, told != .flowsClosed {
      step.news.append(.troubleOver(valve, told))
    }
  }

  /// Repeats the close, and tells people once the bound is over.
  mutating func tickIdle(_ w: Int, _ step: inout WateringStep) {
    proveIdle(w, &step)
    guard let closing = valves[w].closing, let valve = step.valve(valves[w].id) else { return }
    if step.now.uptime >= closing.againAt {
      sendIdleClose(w, &step)
      if closing.saidAt != nil { closeNeighbours(of: valves[w].id, &step) }
    }
    guard closing.told == nil, step.now.uptime >= closing.since + closing.bound else { return }
    let trouble = unprovedTrouble(valves[w].id, saidClosed: closing.saidAt != nil, step)
    valves[w].closing?.told = trouble
    step.news.append(.trouble(valve, trouble, plant: nil))
    step.log(.alarm, valves[w].id, trouble.text)
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

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
      interlocks.countUse(leases, &turn)
      wake = turn.now.uptime
    }
    isResumed = true
    Valves.endUnmetered(&turn)
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
      interlocks.bound(&leases[i], turn.plan)
    }
    let wasOtherBoot = leases[i].memory.boot != turn.boot
    let left = leases[i].resume(turn.boot, at: now)
    turn.effects.append(.publish(.activity(leases[i].snapshot)))
    switch leases[i].memory.phase {
    case .opening, .running: goOn(i, left: left, wasOtherBoot: wasOtherBoot, &turn)
    case .closing:
      leases[i].trail(.resumed, "the bridge restarted: closing goes on", &turn)
      // Of another trouble, such as no flow, people do not know that it is not closed.
      let memory = leases[i].memory
      let told = memory.activityEndedAt == nil ? nil : memory.trouble.flatMap { $0.isUnproved ? $0 : nil }
      beginClosing(valves.watch(leases[i].memory.actuator), told: told, &turn)
      if wasOtherBoot { leases[i].remember(&turn) }
    case .closed:
      let corroboration = leases[i].memory.evidence.contains(.still) ? Valves.Corroboration.agrees : .none
      let w = valves.watch(leases[i].memory.actuator)
      valves.reassert(w, leases[i].memory, by: corroboration, &turn)
      if wasOtherBoot { leases[i].remember(&turn) }
    }
  }

  /// `left` nil: the clock cannot say.
  private mutating func goOn(_ i: Int, left: Duration?, wasOtherBoot: Bool, _ turn: inout Turn) {
    let valve = leases[i].memory.actuator
    let why: Interruption = wasOtherBoot ? .restart : .bridgeStopped
    if let restored = turn.memory.restored, restored.at == nil {
      leases[i].trail(.resumed, "the garden was put back from a backup: no run of it goes on", &turn)
      return interrupt(i, why, &turn)
    }
    guard let left else {
      leases[i].trail(.resumed, "the bridge restarted: the clock cannot say how long it was away", &turn)
      turn.log(.warning, valve: valve, "run interrupted: the clock cannot say how long the bridge was away")
      return interrupt(i, .clock, &turn)
    }
    if left <= .zero {
      leases[i].trail(.resumed, "the bridge restarted: its time was over meanwhile", &turn)
      turn.log(.notice, valve: valve, "the run's time was over while the bridge was away")
      // What an opening valve did meanwhile nobody heard: it may have watered, and closed by its own timer.
      return leases[i].memory.phase == .opening ? interrupt(i, why, &turn) : close(i, .time, &turn)
    }
    let how = wasOtherBoot ? "the machine and the bridge restarted" : "the bridge restarted"
    leases[i].trail(.resumed, "\(how): \(left.wholeSeconds) s are left", &turn)
    leases[i].creditAway(left: left)
    if let most = leases[i].litresEnd, leases[i].litres ?? 0 >= most { return close(i, .volume, &turn) }
    if leases[i].memory.phase == .opening {
      // After a power cut nobody knows what the valve did: water is not started on a guess.
      if wasOtherBoot || left < WateringLimits.openRunsMin { return interrupt(i, why, &turn) }
      sendOpen(i, &turn)
    } else if !wasOtherBoot, leases[i].outlivesTimer {
      sendOpen(i, &turn)
    }
    if wasOtherBoot { leases[i].remember(&turn) }
    turn.log(.info, valve: valve, "run goes on for \(left.wholeSeconds) s")
  }

  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    for i in leases.indices { leases[i].correct(correct, &turn) }
    interlocks.correct(correct, &turn)
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
    Valves.endUnmetered(&turn)
    lastEnds = lastEnds.filter { entry in turn.plan.plants.contains { $0.id == entry.key } }
    defer { settle(&turn) }
    for i in leases.indices {
      if let valve = turn.valve(leases[i].memory.actuator) {
        leases[i].take(turn.plan.actuators[Int(valve.position)], turn.plan)
        interlocks.bound(&leases[i], turn.plan)
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
      leases[i].trail(.unproved, "the valve is not in the configuration any more", &turn)
      leases[i].memory.phase = .closed
      // Nobody will prove how long it runs on.
      leases[i].memory.evidence.subtract([.late, .overdue])
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
        leases[i].trail(.evidence, "the bridge goes down; its own timer closes it", &turn)
        turn.log(
          .notice, valve: valve, "left to its own timer for \(left.wholeSeconds) s; the bridge goes down")
      } else {
        turn.log(.notice, valve: valve, "closed: the bridge goes down and the valve has no timer of its own")
        interrupt(i, .bridgeStopped, &turn)
      }
    }
  }
}

// Emergency stop and maintenance lock: closed at once, kept closed across restarts, until released.
extension Waterings {
  /// Closes everything and holds it closed. Always acts, and again with each call.
  ///
  /// - Returns: `false`: it was stopped already.
  package mutating func stopAll(by device: DeviceID?, _ turn: inout Turn) -> Bool {
    defer { settle(&turn) }
    let isNew = interlocks.stop(by: device, &turn)
    for actuator in turn.plan.actuators where actuator.isValve {
      closeNow(actuator.id, by: device, &turn)
    }
    return isNew
  }

  /// Locks one valve while somebody works on it.
  package mutating func hold(_ valve: String, by device: DeviceID, _ turn: inout Turn) -> Bool {
    defer { settle(&turn) }
    let isNew = interlocks.lock(valve, by: device, &turn)
    closeNow(valve, by: device, &turn)
    return isNew
  }

  /// Releases the emergency stop, or with `valve` that valve's lock. Nothing opens by it.
  ///
  /// - Returns: what was released; `nil`: nothing was held.
  package mutating func release(_ valve: String?, by device: DeviceID, _ turn: inout Turn) -> HoldMemory? {
    defer { settle(&turn) }
    return interlocks.release(valve, by: device, &turn)
  }

  private mutating func closeNow(_ valve: String, by device: DeviceID?, _ turn: inout Turn) {
    if let i = holder(of: valve), leases[i].isLive, let hold = interlocks.hold(on: valve) {
      return interrupt(i, Reason(hold), by: device, &turn)
    }
    let w = valves.watch(valve)
    if valves[w].drive.isClosing { return closeAgain(w, &turn) }
    masters.remove(valve)
    beginClosing(w, &turn)
  }

  /// An interlock's topic spoke.
  package mutating func reported(_ index: InterlockIndex, _ report: InterlockReport, _ turn: inout Turn) {
    defer { settle(&turn) }
    interlocks.reported(index, report, &turn)
    endForbiddenRuns(&turn)
  }

  /// What interlocks read, by their positions; see ``Interlocks/values(_:_:)``.
  mutating func measured(_ values: [Double?], _ turn: inout Turn) {
    defer { settle(&turn) }
    interlocks.measured(values, &turn)
    endForbiddenRuns(&turn)
  }

  /// Every run that an interlock forbids now is ended, and closing begins.
  mutating func endForbiddenRuns(_ turn: inout Turn) {
    for i in leases.indices where leases[i].isLive {
      if let why = interlocks.forbids(leases[i], turn.plan, at: turn.now) { interrupt(i, why, &turn) }
    }
  }

  /// Ends a run that may not go on; the interlock's name stays with the lease.
  mutating func interrupt(_ i: Int, _ why: Reason, by device: DeviceID? = nil, _ turn: inout Turn) {
    leases[i].memory.interlock = why.shortName
    if device == nil { leases[i].memory.interruption = why.interruption }
    turn.log(.notice, valve: leases[i].memory.actuator, "run ended: \(why)")
    close(i, .interlock, by: device, &turn)
  }

  /// Nobody may open it by hand: it is held, or a master.
  func isKeptClosed(_ valve: String, _ plan: GardenPlan) -> Bool {
    Masters.isMaster(valve, plan) || interlocks.hold(on: valve) != nil
  }

  /// At the start: runs that may not go on are ended; what is held is closed until it says so, and so is a master whose run is not
  /// proved closed.
  mutating func closeHeldAndMasters(_ alarms: [String: ValveTrouble], _ turn: inout Turn) {
    endForbiddenRuns(&turn)
    driveMasters(&turn)
    for actuator in turn.plan.actuators where actuator.isValve && holder(of: actuator.id) == nil {
      guard !masters.keepsOpen(actuator.id, turn) else { continue }
      if interlocks.hold(on: actuator.id) != nil || isAfterRun(actuator.id, turn) {
        let told = alarms[actuator.id].flatMap { $0.isUnproved ? $0 : nil }
        beginClosing(valves.watch(actuator.id), told: told, &turn)
      }
    }
  }

  /// A master, and some run on its supply is over but not proved closed: it may be open as well.
  private func isAfterRun(_ master: String, _ turn: Turn) -> Bool {
    let id = { (index: ActuatorIndex) in turn.plan.actuators[Int(index.position)].id }
    return turn.plan.supplies.contains { supply in
      supply.master.map(id) == master
        && supply.valves.contains { valve in
          leases.contains { $0.memory.actuator == id(valve) && $0.memory.phase == .closing }
        }
    }
  }

  /// Runs whose master does not open are ended, and it is closed.
  mutating func driveMasters(_ turn: inout Turn) {
    for failure in masters.drive(leases, &valves, isStopped: interlocks.isStopped, &turn) {
      if let valve = turn.valve(failure.valve) {
        turn.news.append(.valveTrouble(valve, .didNotOpen, plant: nil))
      }
      turn.log(
        .warning, valve: failure.valve, "did not report open; the runs of \(failure.supply) are ended")
      for i in failure.runs { interrupt(i, Reason(.master, valve: failure.valve), &turn) }
      masters.giveUp(failure.valve, &valves, &turn)
    }
  }

  /// Reload, before the plan changes: without its master a run gives no water, so it ends with it.
  mutating func leaveMasters(for new: GardenPlan, _ turn: inout Turn) {
    for supply in turn.plan.supplies {
      guard let master = supply.master.map({ turn.plan.actuators[Int($0.position)].id }),
        !new.actuators.contains(where: { $0.id == master && $0.isValve })
      else { continue }
      let valves = supply.valves.map { turn.plan.actuators[Int($0.position)].id }
      for i in leases.indices where leases[i].isLive && valves.contains(leases[i].memory.actuator) {
        turn.log(.notice, valve: master, "the new configuration drops this master valve")
        interrupt(i, Reason(.master, valve: master), &turn)
      }
    }
  }
}

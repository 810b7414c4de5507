extension Waterings {
  /// Opens the masters that runs need and closes those that none needs. After every step.
  mutating func driveMasters(_ turn: inout Turn) {
    for supply in turn.plan.supplies {
      guard let master = supply.master else { continue }
      drive(supply, turn.plan.actuators[Int(master.position)], &turn)
    }
  }

  /// Whether a run's valve may open at this moment; else it waits for its master until ``Lease/opensAt``.
  mutating func supplyIsOpen(for i: Int, _ turn: inout Turn) -> Bool {
    guard let (supply, master) = supply(of: leases[i].memory.actuator, turn.plan) else { return true }
    drive(supply, master, &turn)
    guard supply.order == .masterFirst,
      let m = interlocks.masters.firstIndex(where: { $0.valve == master.id })
    else { return true }
    let due = interlocks.masters[m].firstOpenAt + supply.lead
    if turn.isDue(due) { return true }
    leases[i].opensAt = due
    return false
  }

  /// By this much a run is longer, so that the wait for its master takes no water from it.
  func lead(of valve: String, _ plan: GardenPlan) -> Duration {
    guard let (supply, master) = supply(of: valve, plan), supply.order == .masterFirst else { return .zero }
    let isOpening = valves.contains { $0.id == master.id && $0.drive.want == .open }
    return isOpening ? .zero : supply.lead
  }

  private func supply(of valve: String, _ plan: GardenPlan) -> (SupplyPlan, ActuatorPlan)? {
    for supply in plan.supplies {
      guard let master = supply.master,
        supply.valves.contains(where: { plan.actuators[Int($0.position)].id == valve })
      else { continue }
      return (supply, plan.actuators[Int(master.position)])
    }
    return nil
  }

  private mutating func drive(_ supply: SupplyPlan, _ master: ActuatorPlan, _ turn: inout Turn) {
    let now = turn.now.uptime
    let valves = supply.valves.map { turn.plan.actuators[Int($0.position)].id }
    let users = leases.indices.filter { leases[$0].isLive && valves.contains(leases[$0].memory.actuator) }
    let known = interlocks.masters.firstIndex { $0.valve == master.id }
    guard let until = users.map({ leases[$0].memory.ends }).max() else {
      if let known { letGo(known, interlocks.isStopped ? .zero : supply.lag, &turn) }
      return
    }
    let m: Int
    if let known {
      m = known
    } else {
      let wait = supply.order == .valveFirst ? supply.lead : .zero
      interlocks.masters.append(
        MasterState(valve: master.id, openDueAt: now + wait, answerWithin: master.answerWithin))
      m = interlocks.masters.count - 1
    }
    interlocks.masters[m].closeAt = nil
    guard turn.isDue(interlocks.masters[m].openDueAt) else { return }
    let needed = until + supply.lag
    let state = interlocks.masters[m]
    let drive = self.valves[self.valves.watch(master.id)].drive
    if drive.want != .open || (needed > state.promisedUntil && state.renewAt.map { turn.isDue($0) } ?? true) {
      openMaster(m, until: needed, master.timerMax, &turn)
    } else if drive.saidAt == nil, turn.isDue(drive.sentAt + state.answerWithin) {
      if drive.sent < WateringLimits.openAttemptsMax {
        return openMaster(m, until: needed, master.timerMax, &turn)
      }
      giveUp(m, supply, users, &turn)
    }
  }

  /// A master whose timer is shorter than the need is opened anew in time, as a run's valve is.
  private mutating func openMaster(_ m: Int, until: Uptime, _ timerMax: Duration?, _ turn: inout Turn) {
    let now = turn.now.uptime
    let runs = min(until - now, timerMax ?? until - now)
    let master = interlocks.masters[m].valve
    let w = valves.watch(master)
    if valves[w].drive.want != .open || valves[w].drive.sent == 0 { interlocks.masters[m].firstOpenAt = now }
    interlocks.masters[m].promisedUntil = now + runs
    interlocks.masters[m].renewAt = runs < until - now ? now + runs * 3 / 4 : nil
    valves[w].drive.open(turn.valve(master), for: runs, &turn)
  }

  /// No run needs it: closed after `lag`, and closing goes on until it says so.
  private mutating func letGo(_ m: Int, _ lag: Duration, _ turn: inout Turn) {
    let at = min(interlocks.masters[m].closeAt ?? turn.now.uptime + lag, turn.now.uptime + lag)
    interlocks.masters[m].closeAt = at
    guard turn.isDue(at) else { return }
    let state = interlocks.masters.remove(at: m)
    beginClosing(valves.watch(state.valve), &turn)
  }

  private mutating func giveUp(_ m: Int, _ supply: SupplyPlan, _ users: [Int], _ turn: inout Turn) {
    let master = interlocks.masters[m].valve
    if let valve = turn.valve(master) { turn.news.append(.valveTrouble(valve, .didNotOpen, plant: nil)) }
    turn.log(.warning, valve: master, "did not report open; the runs of \(supply.id) are ended")
    let why = Interlock(.master, "master", "the master valve \(master) did not report open")
    for i in users { interrupt(i, why, &turn) }
    letGo(m, .zero, &turn)
  }

  /// A valve spoke, live.
  mutating func masterReported(_ w: Int, isOpen: Bool, _ turn: inout Turn) {
    let (valve, drive) = (valves[w].id, valves[w].drive)
    guard drive.want == .open, interlocks.masters.contains(where: { $0.valve == valve }) else { return }
    if isOpen, drive.saidAt == nil, let index = turn.valve(valve) {
      turn.news.append(.valveTroubleOver(index, .didNotOpen))
    } else if !isOpen, drive.saidAt != nil {
      turn.log(.notice, valve: valve, "closed while a run needs it")
      valves[w].drive.lost(at: turn.now.uptime)
    }
  }

  /// Nobody may open it by hand: it is held, or a master.
  func isKeptClosed(_ valve: String, _ plan: GardenPlan) -> Bool {
    isMaster(valve, plan) || interlocks.hold(on: valve) != nil
  }

  private func isMaster(_ valve: String, _ plan: GardenPlan) -> Bool {
    plan.supplies.contains { $0.master.map { plan.actuators[Int($0.position)].id == valve } ?? false }
  }

  /// At the start: runs that may not go on are ended; what is held is closed until it says so, and so is a master whose run is not
  /// proved closed.
  mutating func closeHeldAndMasters(_ alarms: [String: ValveTrouble], _ turn: inout Turn) {
    endForbiddenRuns(&turn)
    driveMasters(&turn)
    for actuator in turn.plan.actuators where actuator.isValve && holder(of: actuator.id) == nil {
      guard !interlocks.keepsOpen(actuator.id, turn) else { continue }
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

  /// What was sent into the void is sent anew, and a run waits for its master once more.
  mutating func openMastersAgain(_ turn: inout Turn) {
    for m in interlocks.masters.indices {
      let w = valves.watch(interlocks.masters[m].valve)
      guard valves[w].drive.want == .open, valves[w].drive.saidAt == nil else { continue }
      valves[w].drive.startOver()
      openMaster(m, until: interlocks.masters[m].promisedUntil, nil, &turn)
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
        interrupt(
          i, Interlock(.master, "master", "the new configuration drops the master valve \(master)"), &turn)
      }
    }
  }

  /// The new plan is in force: a valve that is no master any more is closed.
  mutating func dropMasters(_ turn: inout Turn) {
    for m in interlocks.masters.indices.reversed() where !isMaster(interlocks.masters[m].valve, turn.plan) {
      let state = interlocks.masters.remove(at: m)
      if holder(of: state.valve) == nil, turn.valve(state.valve) != nil {
        beginClosing(valves.watch(state.valve), &turn)
      }
    }
  }

  /// The bridge goes down: a master without a timer of its own is closed.
  mutating func suspendMasters(_ turn: inout Turn) {
    for master in interlocks.masters {
      guard let valve = turn.valve(master.valve),
        turn.plan.actuators[Int(valve.position)].kind == .valve(hasDeviceTimer: false)
      else { continue }
      Switch.sayClosed(valve, &turn)
    }
  }
}

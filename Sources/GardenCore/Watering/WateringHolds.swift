/// Emergency stop and maintenance lock: closed at once, kept closed across restarts, until released.
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
      return interrupt(i, Interlock(hold), by: device, &turn)
    }
    let w = valves.watch(valve)
    if valves[w].drive.isClosing { return closeAgain(w, &turn) }
    masters.remove(valve)
    beginClosing(w, &turn)
  }

  /// An interlock's topic spoke.
  package mutating func signed(_ index: InterlockIndex, _ report: SignReport, _ turn: inout Turn) {
    defer { settle(&turn) }
    interlocks.signed(index, report, &turn)
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
      if let why = interlock(during: i, plan: turn.plan, at: turn.now) { interrupt(i, why, &turn) }
    }
  }

  /// Ends a run that may not go on; the interlock's name stays with the lease.
  mutating func interrupt(_ i: Int, _ why: Interlock, by device: DeviceID? = nil, _ turn: inout Turn) {
    leases[i].memory.interlock = why.name
    turn.log(.notice, valve: leases[i].memory.actuator, "run ended: \(why.text)")
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
      let why = Interlock(.master, "master", "the master valve \(failure.valve) did not report open")
      for i in failure.runs { interrupt(i, why, &turn) }
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
        interrupt(
          i, Interlock(.master, "master", "the new configuration drops the master valve \(master)"), &turn)
      }
    }
  }
}

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
    interlocks.masters.removeAll { $0.valve == valve }
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
}

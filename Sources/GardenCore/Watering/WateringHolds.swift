/// Emergency stop and maintenance lock: closed at once, kept closed across restarts, until released.
extension Waterings {
  /// Closes everything and holds it closed. Always acts, and again with each call.
  ///
  /// - Returns: `false`: it was stopped already.
  package mutating func stopAll(by device: DeviceID?, _ turn: inout Turn) -> Bool {
    defer { settle(&turn) }
    let isNew = !interlocks.isStopped
    if isNew {
      let hold = HoldMemory(valve: nil, kind: .emergency, by: device, since: turn.now.wall)
      interlocks.holds.append(hold)
      turn.remember(.hold(hold))
      turn.log(
        .alarm, "garden",
        "emergency stop by \(device ?? "a signal"): everything is closed until released")
    }
    for actuator in turn.plan.actuators where actuator.isValve {
      closeNow(actuator.id, by: device, &turn)
    }
    return isNew
  }

  /// Locks one valve while somebody works on it.
  package mutating func hold(_ valve: String, by device: DeviceID, _ turn: inout Turn) -> Bool {
    defer { settle(&turn) }
    let isNew = !interlocks.holds.contains { $0.valve == valve }
    if isNew {
      let hold = HoldMemory(valve: valve, kind: .maintenance, by: device, since: turn.now.wall)
      interlocks.holds.append(hold)
      turn.remember(.hold(hold))
      turn.log(.notice, valve: valve, "locked for maintenance by \(device)")
    }
    closeNow(valve, by: device, &turn)
    return isNew
  }

  /// Releases the emergency stop, or with `valve` that valve's lock. Nothing opens by it.
  ///
  /// - Returns: what was released; `nil`: nothing was held.
  package mutating func release(_ valve: String?, by device: DeviceID, _ turn: inout Turn) -> HoldMemory? {
    guard let i = interlocks.holds.firstIndex(where: { $0.valve == valve }) else { return nil }
    defer { settle(&turn) }
    let hold = interlocks.holds.remove(at: i)
    turn.remember(.noHold(valve: valve))
    let subject = valve.map { "valve \($0)" } ?? "garden"
    turn.log(.notice, subject, "released by \(device)")
    return hold
  }

  private mutating func closeNow(_ valve: String, by device: DeviceID?, _ turn: inout Turn) {
    if let i = holder(of: valve), leases[i].isLive, let hold = interlocks.hold(on: valve) {
      return interrupt(i, Interlock(hold), by: device, &turn)
    }
    let w = watch(valve)
    if valves[w].drive.isClosing { return closeAgain(w, &turn) }
    interlocks.masters.removeAll { $0.valve == valve }
    beginClosing(w, &turn)
  }
}

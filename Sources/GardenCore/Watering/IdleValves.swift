/// Valves that no lease holds are closed: told so at every start, and brought back whenever they say open.
extension Waterings {
  /// Every valve of the plan without a live lease is told to close, whatever is retained and whatever it last said. Once: a valve
  /// that answers "open" is then closed until that is proved, one that is away is told again when the link comes up.
  /// One of which people were told that it is not proved closed is closed until it is.
  mutating func closeIdleValves(_ alarms: [String: ValveTrouble], _ turn: inout Turn) {
    for a in turn.plan.actuators.indices where turn.plan.actuators[a].isValve {
      let id = turn.plan.actuators[a].id
      guard holder(of: id) == nil, !valves.isClosing(id), !masters.keepsOpen(id, turn) else { continue }
      if let told = alarms[id], told.isUnproved {
        beginClosing(valves.watch(id), told: told, &turn)
      } else {
        Switch.sayClosed(ActuatorIndex(a), &turn)
      }
    }
  }

  /// A live report says open, and no lease holds the valve. It may have been opened by hand, by its own button, by another program or by
  /// a fault; from here they look alike, and only closed is safe.
  mutating func openedIdle(_ w: Int, isNews: Bool, _ turn: inout Turn) {
    let id = valves[w].id
    let answersSeal = valves.answersSeal(w, turn)
    valves[w].seal = nil
    guard !valves[w].drive.isClosing, let valve = turn.valve(id), !masters.keepsOpen(id, turn) else {
      return
    }
    if turn.plan.actuators[Int(valve.position)].allowsManualOpening, !isKeptClosed(id, turn.plan),
      !answersSeal
    {
      if isNews {
        turn.log(.notice, valve: id, "is open, and no run of ours is on; opening by hand is allowed")
      }
      return
    }
    turn.log(.warning, valve: id, "is open, and no run of ours is on: closing it")
    beginClosing(w, &turn)
  }

  /// Those are other valves now: what was known of the old ones is forgotten, and the new ones are closed.
  mutating func takeOver(_ moved: Set<String>, _ turn: inout Turn) {
    defer { settle(&turn) }
    abandon(&turn) { moved.contains($0) }
    for id in moved {
      guard let valve = turn.valve(id) else { continue }
      valves[valves.watch(id)] = ValveState(id: id)
      if !masters.keepsOpen(id, turn) {
        Switch.sayClosed(valve, &turn)
      }
    }
  }
}

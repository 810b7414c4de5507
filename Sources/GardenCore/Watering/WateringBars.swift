extension Waterings {
  /// The open command did not leave. The run ends as failed; closing is said all the same, since nothing can be certain here.
  mutating func notDurable(_ valve: ActuatorIndex, _ lease: UniqueID?, _ turn: inout Turn) {
    guard turn.plan.actuators.indices.contains(Int(valve.position)) else { return }
    let id = turn.plan.actuators[Int(valve.position)].id
    defer { settle(&turn) }
    let i = leases.firstIndex {
      $0.isLive && (lease.map { [memory = $0.memory] in memory.id == $0 } ?? ($0.memory.actuator == id))
    }
    guard let i else { return }
    let memory = leases[i].memory
    let why = turn.bar ?? .store
    turn.effects.append(
      .story(
        LeaseEvent(
          lease: memory.id, actuator: id, plant: memory.plant, kind: .trouble, text: why.heldBack,
          at: turn.now))
    )
    turn.log(.alarm, valve: id, why.heldBack)
    close(i, .failure, &turn)
  }
}

extension OpeningBar {
  var refusal: WateringRefusal {
    switch self {
    case .store: .notDurable
    case .otherBridge: .otherBridge
    }
  }

  var heldBack: String {
    switch self {
    case .store: "the open command was held back: its lease could not be written to the disk"
    case .otherBridge: "the open command was held back: another bridge is in charge"
    }
  }
}

// What the shell says of its own footing: a lease that is not on the disk is none, and of two bridges one opens.
extension Garden {
  mutating func openingsBarred(by bar: OpeningBar?) {
    openingBar = bar
    waterings.openingBar = bar
  }

  mutating func leaseNotDurable(
    _ actuator: ActuatorIndex, _ lease: UniqueID?, at now: Moment, into effects: inout [Effect]
  ) {
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.notDurable(actuator, lease, plan: plan, at: now, effects: &effects, news: &news)
    }
  }
}

extension Waterings {
  /// The open command did not leave. The run ends as failed; closing is said all the same, since nothing can be certain here.
  mutating func notDurable(
    _ valve: ActuatorIndex, _ lease: UniqueID?, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) {
    guard plan.actuators.indices.contains(Int(valve.position)) else { return }
    let id = plan.actuators[Int(valve.position)].id
    step(plan, now, &effects, &news) { waterings, step in
      let i = waterings.leases.firstIndex {
        $0.isLive && (lease.map { [memory = $0.memory] in memory.id == $0 } ?? ($0.memory.actuator == id))
      }
      guard let i else { return }
      let memory = waterings.leases[i].memory
      let why = waterings.openingBar ?? .store
      step.effects.append(
        .story(
          LeaseEvent(
            lease: memory.id, actuator: id, plant: memory.plant, kind: .trouble, text: why.heldBack, at: now))
      )
      step.log(.alarm, id, why.heldBack)
      waterings.close(i, .failure, &step)
    }
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

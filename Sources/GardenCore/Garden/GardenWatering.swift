/// How runs of water and the rest of the garden hear of each other.
extension Garden {
  /// After each call of the waterings: what they told, and which plants they water now.
  mutating func settleRuns() {
    route()
    noteRuns()
  }

  private mutating func noteRuns() {
    for p in watered {
      let isWatering = waterings.isWatering(plants[p].plan.id)
      let isShown = plants[p].shown.map { $0.state.valve == valveStanding(of: p) } ?? true
      guard plants[p].isWatering != isWatering || !isShown else { continue }
      if plants[p].isWatering != isWatering {
        plants[p].isWatering = isWatering
        if isWatering { giveWay(p) } else { comeBack(p) }
      }
      refresh(p)
    }
  }

  func actuatorID(_ index: ActuatorIndex) -> String? {
    let i = Int(index.position)
    return plan.actuators.indices.contains(i) ? plan.actuators[i].id : nil
  }

  /// A run that gave water is a watering: it answers the reminder, and the probe is asked to confirm it.
  mutating func runEnded(_ plant: PlantID, _ at: Timestamp, _ hadWater: Bool) {
    guard let p = plantPosition(plant) else { return }
    plants[p].kept.lastRunEndedAt = at
    if hadWater {
      plants[p].kept.lastWatering = max(plants[p].kept.lastWatering ?? at, at)
      if plants[p].judged[0].standing == .low { beginSoak(p, wateredAt: at, at: turn.now) }
    }
    rememberPlant(p)
    if hadWater { closeReminder(NoticeKey.water(plant), .done, by: nil) }
    refresh(p)
  }

  /// The rule waters a dry plant where the config says so. Unknown never waters.
  mutating func considerRule(_ p: Int) {
    guard plants[p].plan.watering?.isAutomatic == true, !plants[p].isWatering,
      plants[p].isSurelyDry(at: turn.now.uptime)
    else { return }
    let facts = facts(p, at: turn.now)
    let plant = plants[p]
    let verdict = waterings.consider(
      plant: plant.plan.id, moisture: plant.moisture.judgement, lastRunEndedAt: plant.kept.lastRunEndedAt,
      facts: facts, &turn)
    settleRuns()
    if case .refused(.interlock) = verdict { return }
    waterings.interlocks.refusals[plant.plan.id] = nil
  }

  /// A running watering may end by moisture.
  mutating func tellRun(of p: Int) {
    guard plants[p].isWatering else { return }
    let id = plants[p].plan.id
    let value = plants[p].judged[0].value
    waterings.moistureChanged(id, to: value, &turn)
    settleRuns()
  }

  mutating func reported(_ actuator: ActuatorIndex, _ report: ValveReport) {
    guard actuatorID(actuator) != nil else { return }
    waterings.report(report, of: actuator, &turn)
    settleRuns()
  }

  /// The bridge goes down: valves without a timer of their own are closed, heaters are switched off.
  package mutating func suspend(at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    defer { end(&effects) }
    sensors.save([], isEnd: true, &turn)
    waterings.suspend(&turn)
    settleRuns()
    heaters.suspend(&turn)
    route()
    controls.suspend(&turn)
    route()
    countdowns.suspend(&turn)
    route()
  }

  /// A meter in a pipe or at a pump spoke.
  mutating func measured(_ reading: Reading) {
    waterings.measured(reading, &turn)
    settleRuns()
  }
}

// What the shell says of its own footing: a lease that is not on the disk is none, and of two bridges one opens.
extension Garden {
  mutating func openingsBarred(by bar: OpeningBar?) {
    turn.bar = bar
    waterings.settle(&turn)
    settleRuns()
  }

  mutating func leaseNotDurable(_ actuator: ActuatorIndex, _ lease: UniqueID?) {
    waterings.notDurable(actuator, lease, &turn)
    settleRuns()
  }
}

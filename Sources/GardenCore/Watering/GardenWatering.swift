/// How runs of water and the rest of the garden hear of each other.
extension Garden {
  /// Runs `body` on the waterings, keeps what they remember, and takes their news to plants and people.
  mutating func withWaterings<Result>(
    at now: Moment, into effects: inout [Effect],
    _ body: (inout Waterings, GardenPlan, inout SplitMix64, inout [Effect], inout [WateringNews]) -> Result
  ) -> Result {
    let mark = effects.count
    var news: [WateringNews] = []
    let result = body(&waterings, plan, &random, &effects, &news)
    absorb(effects, from: mark)
    for item in news { take(item, at: now, into: &effects) }
    noteRuns(at: now, into: &effects)
    return result
  }

  /// Keeps in ``memory`` what a part of the garden asked to remember by itself.
  mutating func absorb(_ effects: [Effect], from mark: Int) {
    for i in mark..<effects.count {
      if case .remember(let change) = effects[i] { memory.apply(change) }
    }
  }

  private mutating func noteRuns(at now: Moment, into effects: inout [Effect]) {
    for p in plants.indices where plants[p].plan.watering != nil {
      let isWatering = waterings.isWatering(plants[p].plan.id)
      let isShown = plants[p].shown.map { $0.state.valve == valveStanding(of: p) } ?? true
      guard plants[p].isWatering != isWatering || !isShown else { continue }
      if plants[p].isWatering != isWatering {
        plants[p].isWatering = isWatering
        if isWatering { giveWay(p, at: now, into: &effects) } else { comeBack(p, at: now, into: &effects) }
      }
      refresh(p, at: now, into: &effects)
    }
  }

  private mutating func take(_ news: WateringNews, at now: Moment, into effects: inout [Effect]) {
    switch news {
    case .began: break
    case .ended(let plant, let at, let hadWater): runEnded(plant, at, hadWater, at: now, into: &effects)
    case .trouble(let actuator, let trouble, let plant):
      guard let id = actuatorID(actuator) else { return }
      raiseValveAlarm(id, ValveMatter(trouble: trouble, plant: plant), at: now, into: &effects)
    case .troubleOver(let actuator, let trouble):
      guard let id = actuatorID(actuator) else { return }
      endValveAlarm(id, trouble, at: now, into: &effects)
    }
  }

  private func actuatorID(_ index: ActuatorIndex) -> String? {
    let i = Int(index.position)
    return plan.actuators.indices.contains(i) ? plan.actuators[i].id : nil
  }

  /// A run that gave water is a watering: it answers the reminder, and the probe is asked to confirm it.
  private mutating func runEnded(
    _ plant: PlantID, _ at: Timestamp, _ hadWater: Bool, at now: Moment, into effects: inout [Effect]
  ) {
    guard let p = plantPosition(plant) else { return }
    plants[p].kept.lastRunEndedAt = at
    if hadWater {
      plants[p].kept.lastWatering = max(plants[p].kept.lastWatering ?? at, at)
      if plants[p].judged[0].standing == .low { beginSoak(p, wateredAt: at, at: now) }
    }
    rememberPlant(p, into: &effects)
    if hadWater { closeReminder(NoticeKey.water(plant), .done, by: nil, at: now, into: &effects) }
    refresh(p, at: now, into: &effects)
  }

  /// The rule waters a dry plant where the config says so. Unknown never waters.
  mutating func considerRule(_ p: Int, at now: Moment, into effects: inout [Effect]) {
    guard plants[p].plan.watering?.isAutomatic == true, !plants[p].isWatering,
      plants[p].isSurelyDry(at: now.uptime)
    else { return }
    let facts = facts(p, at: now)
    let plant = plants[p]
    let verdict = withWaterings(at: now, into: &effects) { waterings, plan, random, effects, news in
      waterings.consider(
        plant: plant.plan.id, moisture: plant.moisture.judgement, lastRunEndedAt: plant.kept.lastRunEndedAt,
        facts: facts, plan: plan, at: now, random: &random, effects: &effects, news: &news)
    }
    if case .refused(.interlock) = verdict { return }
    waterings.interlocks.refusals[plant.plan.id] = nil
  }

  /// A running watering may end by moisture.
  mutating func tellRun(of p: Int, at now: Moment, into effects: inout [Effect]) {
    guard plants[p].isWatering else { return }
    let id = plants[p].plan.id
    let value = plants[p].judged[0].value
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.moistureChanged(id, to: value, plan: plan, at: now, effects: &effects, news: &news)
    }
  }

  mutating func reported(
    _ actuator: ActuatorIndex, _ report: ValveReport, at now: Moment, into effects: inout [Effect]
  ) {
    guard actuatorID(actuator) != nil else { return }
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.report(report, of: actuator, plan: plan, at: now, effects: &effects, news: &news)
    }
  }

  /// The bridge goes down: valves without a timer of their own are closed, heaters are switched off.
  package mutating func suspend(at now: Moment, into effects: inout [Effect]) {
    saveSensors(at: now, isEnd: true, into: &effects)
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.suspend(plan: plan, at: now, effects: &effects, news: &news)
    }
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.suspend(plan: plan, at: now, effects: &effects, news: &news)
    }
    withControls(at: now, into: &effects) { controls, plan, effects in
      controls.suspend(plan: plan, at: now, effects: &effects)
    }
    withCountdowns(at: now, into: &effects) { countdowns, _, effects, _ in
      countdowns.suspend(at: now, effects: &effects)
    }
  }

  /// A meter in a pipe or at a pump spoke.
  mutating func measured(_ reading: Reading, at now: Moment, into effects: inout [Effect]) {
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.measured(reading, plan: plan, at: now, effects: &effects, news: &news)
    }
  }
}

/// A new plan while the garden lives (SIGHUP). Call ``leave(for:at:into:)`` first and wait until ``isClear(for:)`` or some 30 s.
extension Garden {
  /// Closes what the new plan no longer waters. The effects bear indices of the present plan.
  package mutating func leave(for new: GardenPlan, at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    defer { end(&effects) }
    waterings.leave(for: new, &turn)
    settleRuns()
    heaters.leave(for: new, &turn)
    route()
  }

  /// Every valve that the new plan drops is proved closed, every such heater off.
  package func isClear(for new: GardenPlan) -> Bool {
    waterings.isClear(for: new) && heaters.isClear(for: new)
  }

  /// Takes the plan over: what has the same id keeps its state, what is gone is taken back, changed limits judge at once.
  package mutating func adopt(_ new: GardenPlan, at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    defer { end(&effects) }
    let mark = turn.effects.count
    defer { refreshGlance(since: mark) }
    watchClock()
    let old = plan
    let (oldPlants, positions) = (plants, plantPositions)
    turn.plan = new
    sensors.adopt(turn)
    plants = Rows(
      new.plants.map { plant in
        let before = positions[plant.id].map { oldPlants[$0] }
        let kept = before?.kept ?? memory.plants[plant.id]
        var state = PlantState(plant, kept: kept, sensorCount: sensors.count, at: turn.now)
        if let before { state.goOn(from: before) }
        return state
      })
    connect()
    controls.adopt(&turn)
    route()
    places.adopt(new, from: old, at: turn.now)
    waterings.interlocks.adopt(new, memory: memory, at: turn.now)
    waterings.adopt(&turn)
    settleRuns()
    judgeSigns()
    showHolds()
    adoptHeaters()
    let facts = plants.indices.map { self.facts($0, at: turn.now) }
    countdowns.adopt(facts: facts, &turn)
    route()
    dropRemindersWithoutSubject()
    applyLimits()
    for p in plants.indices {
      if memory.plants[plants[p].plan.id] == nil { rememberPlant(p) }
      plants[p].isWatering = waterings.isWatering(plants[p].plan.id)
      if !plants[p].isWatering { comeBack(p) }
      judgeAll(p)
      plants[p].shown = nil
      refresh(p)
    }
    for reminder in memory.reminders { publishReminder(reminder) }
  }
}

extension PlantState {
  /// Keeps what the plan does not decide.
  mutating func goOn(from before: PlantState) {
    judged = before.judged
    dryBelow = before.dryBelow
    spellLow = before.spellLow
    soakEnds = before.soakEnds
    hasOpenReminder = before.hasOpenReminder
    isWatering = before.isWatering
    publishedAt = before.publishedAt
  }
}

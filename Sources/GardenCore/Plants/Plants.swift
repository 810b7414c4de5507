/// All plants: what readings mean for them, when they are to be watered, and what is shown of them.
struct Plants: Sendable, Hashable {
  private var rows: Rows<PlantState>
  /// What the probes have taught; beside the rows, which are looked at after each reading. Index = plant.
  private(set) var drying: [DryingRecord]
  /// `nil`: nothing waits for rain.
  var rain: RainDelay?
  private var positions: [PlantID: Int]
  /// Positions of the plants that read a sensor; index = sensor.
  private(set) var readers: [[Int]] = []
  /// Positions of those that a rule waters, and of those with a valve.
  private(set) var ruled: [Int] = []
  private(set) var watered: [Int] = []
  /// Positions of those that may wait for rain.
  private(set) var outside: [Int] = []
  /// Of each when it wants water next, where that is known.
  private var nextWaterings = Timers<Timestamp>(count: 0)

  init(plan: GardenPlan, memory: GardenMemory, _ sensors: inout Sensors, at now: Moment) {
    rows = Rows(
      plan.plants.map { plant in
        PlantState(plant, kept: memory.plants[plant.id], sensorCount: plan.sensors.count, at: now)
      })
    drying = Array(repeating: DryingRecord(), count: plan.plants.count)
    rain = plan.rain.map { RainDelay($0, sensors, at: now) }
    positions = [:]
    connect(&sensors)
  }

  var indices: Range<Int> { rows.indices }

  subscript(position: Int) -> PlantState {
    // No _read: Swift 6.3 lets what is taken of a large struct outlive the coroutine that lends it.
    get { rows.all[position] }
    _modify { yield &rows[position] }
  }

  /// `nil`: the plan has no such plant.
  func position(_ id: PlantID) -> Int? { positions[id] }

  /// A new plan: what has the same id keeps what the plan does not decide.
  mutating func adopt(_ sensors: inout Sensors, _ turn: Turn) {
    let before = self
    rows = Rows(
      turn.plan.plants.map { plant in
        let old = before.positions[plant.id].map { before.rows[$0] }
        let kept = old?.kept ?? turn.memory.plants[plant.id]
        var state = PlantState(plant, kept: kept, sensorCount: sensors.count, at: turn.now)
        if let old { state.goOn(from: old) }
        return state
      })
    drying = rows.indices.map { p in
      // Another probe, or another place, is another history.
      guard let old = before.positions[rows[p].plan.id], before.rows[old].plan.shares == rows[p].plan.shares
      else { return DryingRecord() }
      return before.drying[old]
    }
    rain = turn.plan.rain.map { RainDelay($0, sensors, at: turn.now) }
    connect(&sensors)
  }

  /// Works out who reads what.
  private mutating func connect(_ sensors: inout Sensors) {
    positions = Dictionary(rows.indices.map { (rows[$0].plan.id, $0) }) { first, _ in first }
    readers = [[Int]](repeating: [], count: sensors.count)
    nextWaterings = Timers(count: rows.count)
    ruled = rows.indices.filter { rows[$0].plan.watering?.isAutomatic == true }
    watered = rows.indices.filter { rows[$0].plan.watering != nil }
    outside = rows.indices.filter { rows[$0].plan.waitsForRain }
    for p in rows.indices {
      for probe in rows[p].probes {
        sensors[probe.sensor].wanted |= probe.mask
        if probe.mask & Quantity.moisture.bit != 0 {
          sensors[probe.sensor].waterEvery = max(
            sensors[probe.sensor].waterEvery, rows[p].plan.wateringInterval)
        }
        if !readers[probe.sensor].contains(p) { readers[probe.sensor].append(p) }
      }
    }
  }

  /// Writes what of the plant survives, and raises its revision. The values behind it go along: after a kill an older
  /// value must not speak against what was evaluated since.
  mutating func remember(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    rows[p].kept.revision += 1
    rows[p].kept.statuses = Quantity.evaluated.compactMap { quantity in
      let evaluated = rows[p].evaluated[Int(quantity.rawValue)]
      return evaluated.settled == .unknown ? nil : evaluated.asMemory(quantity)
    }
    turn.remember(.plant(rows[p].kept))
    for probe in rows[p].probes { sensors.saveNow(probe.sensor, &turn) }
  }

  /// - Returns: those that are to be remembered.
  mutating func correct(_ correct: ClockWatch.Correction) -> [Int] {
    rows.indices.filter { p in
      let before = rows.all[p]
      var plant = before
      plant.kept.addedAt = correct(before.kept.addedAt)
      plant.kept.lastWatering = before.kept.lastWatering.map { correct($0) }
      plant.seen = nil
      plant.kept.lastRunEndedAt = before.kept.lastRunEndedAt.map { correct($0) }
      if let soak = before.kept.soak {
        let startedAt = correct(soak.startedAt)
        plant.kept.soak?.startedAt = startedAt
        plant.kept.soak?.until = soak.until + (startedAt - soak.startedAt)
      }
      for q in plant.evaluated.indices { plant.evaluated[q].correct(correct) }
      guard plant != before else { return false }
      rows[p] = plant
      return true
    }
  }
}

// What is looked at again, and when.
extension Plants {
  var nextDeadline: Uptime? { .earliest(rows.next, rain?.wake) }
  /// Of the plant that wants water first, as ``settleTimes(_:_:_:at:)`` found it; `nil`: that is known of none.
  func firstNext(_ sensors: Sensors, _ turn: Turn, at now: Moment) -> Next? {
    nextWaterings.first.map { next($0, sensors, turn, at: now) }
  }

  /// Touches nothing where it is known.
  mutating func asks(_ p: Int, _ question: PlantState.Question) {
    if rows.all[p].question != question { rows[p].question = question }
  }

  mutating func markAll() { rows.markAll() }
  mutating func markSeen() { rows.markSeen() }
  /// Those that read that sensor are to be looked at, though they have not changed themselves.
  mutating func touch(readersOf s: Int) { for p in readers[s] { touch(p) } }
  mutating func touch(_ p: Int) { rows.touch(p) }
  /// Those that a rule may water are asked at every tick.
  mutating func touchDry() { for p in ruled where rows[p].isDry { rows.touch(p) } }
  mutating func takeDue(at now: Uptime) -> [Int] { rows.takeDue(at: now) }

  /// Works out when those are due that were changed.
  mutating func settleTimes(_ sensors: Sensors, _ waterings: Waterings, _ turn: Turn, at now: Moment) {
    settleRain(sensors, turn, at: now)
    for p in rows.takeUnsettled() {
      var waiting = Waiting(after: now, lookedAt: turn.lookedAt)
      if isDue(p, sensors, waterings, turn, &waiting) { waiting.addNow() }
      for quantity in Quantity.evaluated {
        waiting.add(rows[p].evaluated[Int(quantity.rawValue)].deadline(rows[p].band(of: quantity)))
      }
      waiting.add(rows[p].soakEnds)
      if now.isWallTrusted, rows[p].moisture.value != nil, let due = drying[p].water.due(lasts: lasts(p)) {
        waiting.add(due)
      }
      waiting.add(rows[p].publishDue)
      rows.wake(p, at: waiting.next)
      nextWaterings.set(p, to: next(p, sensors, turn, at: now).known?.when)
    }
  }

  /// A tick has something to do for it: people are to be asked, or another date is to be shown.
  private func isDue(
    _ p: Int, _ sensors: Sensors, _ waterings: Waterings, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    // The rule is asked at each tick; see ``touchDry()``.
    if let watering = rows[p].plan.watering, mayRuleWater(p, sensors, &waiting) {
      _ = waterings.isPauseOver(rows[p].plan.id, watering.pause, rows[p].kept.lastRunEndedAt, &waiting)
    }
    let next = next(p, sensors, turn, &waiting).known
    return isWaterDue(p, turn, &waiting) || doesCalendarTurn(p, sensors, turn, &waiting)
      || rows[p].shown.map { $0.state.next != next } ?? false
  }
}

// What the probes teach of the soil.
extension Plants {
  /// - Returns: the water that the reading makes sure.
  mutating func learnDrying(_ p: Int, _ moisture: Double, at time: Timestamp) -> Water? {
    drying[p].take(
      moisture, limit: rows.all[p].dryBelow, at: time, lasts: lasts(p),
      // Of a row nothing is asked as a whole: it is large, and would be copied for each reading.
      confirms: rows.all[p].evaluated[0].status == .low ? rows.all[p].plan.riseThatConfirms : nil,
      isRun: rows.all[p].isWatering)
  }

  mutating func waterStands(_ p: Int, at time: Timestamp) -> Water? {
    drying[p].waterStands(at: time, lasts: lasts(p))
  }

  /// What its probe says means nothing.
  mutating func loseWater(_ p: Int) { drying[p].water.lose() }

  /// A rise must have lasted so long, seconds.
  private func lasts(_ p: Int) -> Int64 { min(rows.all[p].plan.moisture.dwell, .minutes(10)).wholeSeconds }

  /// What the probe's noise asks for.
  ///
  /// - Returns: its smooth value, where it is noisy.
  mutating func steady(_ p: Int, at now: Moment) -> Double? {
    rows[p].fitBand(
      spread: drying[p].water.spread, swing: drying[p].water.swing,
      isOtherLevel: !now.isWallTrusted || drying[p].water.isOtherLevel(at: now.wall))
    return drying[p].water.smooth
  }

  /// Moisture as the probes said it last before the process began: a rise is measured from there.
  mutating func resumeDrying(_ p: Int, _ sensors: Sensors) {
    let last = rows[p].probes.filter { $0.mask & Quantity.moisture.bit != 0 }.compactMap { probe in
      let channel = sensors[probe.sensor].channels[Int(Quantity.moisture.rawValue)]
      return channel.value.flatMap { value in channel.measuredAt.map { (value, probe.weight, $0) } }
    }
    guard let newest = last.map(\.2).max() else { return }
    let weight = last.reduce(0) { $0 + $1.1 }
    drying[p].water.resume(last.reduce(0) { $0 + $1.0 * $1.1 } / weight, at: newest)
  }

  mutating func dryLimitMoved(_ p: Int) { drying[p].limitMoved(to: rows[p].dryBelow) }

  mutating func recall(_ p: Int, _ learned: DryingRecord, _ sensors: inout Sensors, _ turn: inout Turn) {
    drying[p].recall(learned)
    // A history that was imported knows of water that this garden has not seen.
    guard rows[p].kept.lastWatering == nil, let last = learned.lastWater else { return }
    rows[p].kept.lastWatering = last.since
    remember(p, &sensors, &turn)
  }

  /// When it gets dry by its probe; `nil`: it is dry, or the calendar decides.
  func forecast(_ p: Int) -> DryForecast? {
    let status = rows[p].evaluated[0].status
    guard isEvaluatedByProbe(p), status == .fine || status == .high else { return nil }
    return drying[p].forecast
  }

  /// Who waters one plant hears which others follow within this time.
  private static let soon: Duration = .days(2)

  /// The next ones that nobody was asked about yet, soonest first.
  func dryingSoon(at now: Moment) -> [DryingSoon] {
    let all = indices.compactMap { p -> DryingSoon? in
      guard case .dry(let earliest, let likely, let latest)? = forecast(p), likely <= now.wall + Self.soon,
        mayAsk(p)
      else { return nil }
      let plan = rows[p].plan
      return DryingSoon(plant: plan.id, name: plan.name, earliest: earliest, likely: likely, latest: latest)
    }
    return all.sorted { ($0.likely, $0.plant) < ($1.likely, $1.plant) }
  }
}

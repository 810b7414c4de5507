/// What meters show reaches the runs whose water passes them.
extension Waterings {
  /// A live reading of a flow, a volume or a power. `seen`: when it was measured.
  package mutating func measured(_ reading: Reading, _ turn: inout Turn) {
    guard !reading.wasRetained, turn.plan.sensors.indices.contains(Int(reading.sensor.position)) else {
      return
    }
    let kind: Meter.Kind = reading.quantity == .power ? .power : .water
    guard turn.plan.actuators.contains(where: { $0.isValve && $0.evidence.meter(kind) == reading.sensor })
    else {
      return
    }
    let id = turn.plan.sensors[Int(reading.sensor.position)].id
    var seen = turn.now.uptime
    if let own = reading.measuredAt, turn.now.isWallTrusted {
      seen = seen + (.zero - max(.zero, turn.now.wall - own))
    }
    defer { settle(&turn) }
    let m = meter(id, kind)
    settleFlow(m, &turn)
    let gained = meters[m].take(
      reading, limit: limit(of: m, turn.plan), from: counterOfRuns(on: m, turn),
      at: seen)
    watchLeak(m, gained: gained, &turn)
    pass(gained, through: m, &turn)
    proveAll(&turn)
  }

  /// The valve's own flow and litres, of a live report.
  mutating func measured(_ report: ValveReport, _ w: Int, _ turn: inout Turn) {
    guard let valve = turn.valve(valves[w].id), report.litresPerMinute != nil || report.litres != nil else {
      return
    }
    let plan = turn.plan.actuators[Int(valve.position)].evidence
    let i = holder(of: valves[w].id)
    let isOwn = plan.flowMeter == nil
    var gained = valves[w].own.flowed(until: turn.now.uptime)
    if let flow = report.litresPerMinute, flow.isFinite,
      Quantity.flow.plausible(isCalibrated: false).contains(flow)
    {
      valves[w].own.show(flow, limit: plan.flowMin, at: turn.now.uptime)
    }
    if let litres = report.litres, litres.isFinite,
      Quantity.volume.plausible(isCalibrated: false).contains(litres)
    {
      let start = isOwn ? i.flatMap { leases[$0].counter } : nil
      gained += valves[w].own.count(litres, from: start, at: turn.now.uptime)
    }
    guard let i else { return }
    if isOwn { credit(gained, of: valves[w].own, to: i, &turn) }
    if plan.reportsFlow && valves[w].own.isWet == true { sawSign(.water, i, valves[w].own, &turn) }
    judgeLitres(i, &turn)
  }

  func knownMeter(_ id: String, _ kind: Meter.Kind) -> Int? {
    meters.firstIndex { $0.id == id && $0.kind == kind }
  }

  private mutating func meter(_ id: String, _ kind: Meter.Kind) -> Int {
    if let known = knownMeter(id, kind) { return known }
    meters.append(Meter(id: id, kind: kind))
    return meters.count - 1
  }

  /// The valve's water passes that meter.
  func passes(_ a: Int, _ m: Int, _ plan: GardenPlan) -> Bool {
    guard plan.actuators[a].isValve, let sensor = plan.actuators[a].evidence.meter(meters[m].kind) else {
      return false
    }
    let s = Int(sensor.position)
    return plan.sensors.indices.contains(s) && plan.sensors[s].id == meters[m].id
  }

  /// From where on a reading shows water: the least that one of its valves asks.
  private func limit(of m: Int, _ plan: GardenPlan) -> Double {
    var least = Double.infinity
    for a in plan.actuators.indices where passes(a, m, plan) {
      let evidence = plan.actuators[a].evidence
      least = min(least, meters[m].kind == .power ? evidence.powerMin : evidence.flowMin)
    }
    return least
  }

  /// Where a run's litres were counted up to before this process, so that nothing that flowed meanwhile is lost.
  private func counterOfRuns(on m: Int, _ turn: Turn) -> Double? {
    guard meters[m].kind == .water else { return nil }
    for a in turn.plan.actuators.indices where passes(a, m, turn.plan) {
      if let i = holder(of: turn.plan.actuators[a].id), let counter = leases[i].counter { return counter }
    }
    return nil
  }

  /// Time passed at a known flow.
  mutating func settleFlow(_ m: Int, _ turn: inout Turn) {
    let litres = meters[m].flowed(until: turn.now.uptime)
    if litres > 0 { pass(litres, through: m, &turn) }
  }

  mutating func settleFlows(_ turn: inout Turn) {
    for m in meters.indices where meters[m].flow != nil { settleFlow(m, &turn) }
    for w in valves.indices where valves[w].own.flow != nil {
      let litres = valves[w].own.flowed(until: turn.now.uptime)
      guard litres > 0, let i = holder(of: valves[w].id), let valve = turn.valve(valves[w].id),
        turn.plan.actuators[Int(valve.position)].evidence.flowMeter == nil
      else { continue }
      credit(litres, of: valves[w].own, to: i, &turn)
      judgeLitres(i, &turn)
    }
  }

  private mutating func pass(_ litres: Double, through m: Int, _ turn: inout Turn) {
    for a in turn.plan.actuators.indices where passes(a, m, turn.plan) {
      guard let i = holder(of: turn.plan.actuators[a].id) else { continue }
      if meters[m].kind == .water { credit(litres, of: meters[m], to: i, &turn) }
      if meters[m].isWet == true {
        sawSign(meters[m].kind == .water ? .water : .power, i, meters[m], &turn)
      }
      judgeLitres(i, &turn)
    }
  }

  /// Litres of a run; remembered with its next step.
  private mutating func credit(_ litres: Double, of meter: Meter, to i: Int, _ turn: inout Turn) {
    leases[i].litres = (leases[i].litres ?? 0) + litres
    leases[i].counter = meter.counter ?? leases[i].counter
    leases[i].flow = meter.counter == nil ? meter.flow : nil
    leases[i].creditedAt = turn.now.uptime
  }

  /// A run by volume ends where its volume is reached.
  private mutating func judgeLitres(_ i: Int, _ turn: inout Turn) {
    guard leases[i].isLive else { return }
    if let most = leases[i].litresEnd, let litres = leases[i].litres, litres >= most - 1e-6 {
      leases[i].story(.evidence, "\(litres.tenths) of \(most.tenths) l", &turn)
      close(i, .volume, &turn)
    } else {
      leases[i].update(&turn)
    }
  }

  /// The first sign of water in a run: it is running, whatever the valve says.
  private mutating func sawSign(_ sign: LeaseEvidence, _ i: Int, _ meter: Meter, _ turn: inout Turn) {
    guard !leases[i].memory.evidence.contains(sign) else { return }
    leases[i].memory.evidence.insert(sign)
    let what = sign == .power ? "power" : meter.flow.map { "flow \($0.tenths) l/min" } ?? "the counter rises"
    leases[i].story(.evidence, "\(what), by \(meter.id)", &turn)
    if let valve = turn.valve(leases[i].memory.actuator) {
      turn.news.append(.valveTroubleOver(valve, .noFlow))
    }
    if leases[i].memory.phase == .opening {
      leases[i].memory.phase = .running
      leases[i].runningSince = turn.now.uptime
      leases[i].memory.trouble = nil
      leases[i].owesUpdate = true
    }
    leases[i].remember(&turn)
  }
}

extension EvidencePlan {
  func meter(_ kind: Meter.Kind) -> SensorIndex? { kind == .power ? powerMeter : flowMeter }
}

extension Meter {
  /// Litres that the reading adds.
  mutating func take(_ reading: Reading, limit: Double, from start: Double?, at seen: Uptime) -> Double {
    guard reading.quantity == .volume else {
      show(reading.value, limit: limit, at: seen)
      return 0
    }
    return count(reading.value, from: start, at: seen)
  }
}

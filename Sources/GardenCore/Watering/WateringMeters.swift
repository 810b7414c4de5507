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
    let m = valves.meter(id, kind)
    settleFlow(m, &turn)
    let gained = valves.meters[m].take(
      reading, limit: valves.limit(of: m, turn.plan), from: counterOfRuns(on: m, turn),
      at: seen)
    valves.watchLeak(m, gained: gained, leases, &turn)
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

  /// Where a run's litres were counted up to before this process, so that nothing that flowed meanwhile is lost.
  private func counterOfRuns(on m: Int, _ turn: Turn) -> Double? {
    guard valves.meters[m].kind == .water else { return nil }
    for a in turn.plan.actuators.indices where valves.passes(a, m, turn.plan) {
      if let i = holder(of: turn.plan.actuators[a].id), let counter = leases[i].counter { return counter }
    }
    return nil
  }

  /// Time passed at a known flow.
  mutating func settleFlow(_ m: Int, _ turn: inout Turn) {
    let litres = valves.meters[m].flowed(until: turn.now.uptime)
    if litres > 0 { pass(litres, through: m, &turn) }
  }

  mutating func settleFlows(_ turn: inout Turn) {
    for m in valves.meters.indices where valves.meters[m].flow != nil { settleFlow(m, &turn) }
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
    for a in turn.plan.actuators.indices where valves.passes(a, m, turn.plan) {
      guard let i = holder(of: turn.plan.actuators[a].id) else { continue }
      if valves.meters[m].kind == .water { credit(litres, of: valves.meters[m], to: i, &turn) }
      if valves.meters[m].isWet == true {
        sawSign(valves.meters[m].kind == .water ? .water : .power, i, valves.meters[m], &turn)
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

  /// When the absence of water is named; `nil`: it was seen, or nothing can see it.
  private func noFlowAt(_ i: Int) -> Uptime? {
    let lease = leases[i]
    guard lease.memory.phase == .running, lease.evidence.hasWitness,
      !lease.memory.evidence.contains(lease.evidence.openSign)
    else { return nil }
    return lease.runningSince + lease.evidence.within
  }

  /// Open long enough, and no meter saw water: pump and tap are looked after by a person, the valve is closed.
  mutating func awaitWater(_ i: Int, _ turn: inout Turn) {
    guard let due = noFlowAt(i), turn.isDue(due) else { return }
    leases[i].tell(.noFlow, &turn)
    close(i, .failure, trouble: .noFlow, &turn)
  }
}

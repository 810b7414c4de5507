/// Water that a meter sees while every valve on it is closed.
extension Valves {
  /// A meter spoke. `gained`: litres by its counter since the last reading.
  mutating func watchLeak(_ m: Int, gained: Double, _ leases: [Lease], _ turn: inout Turn) {
    guard meters[m].kind == .water else { return }
    guard !isBusy(meter: m, leases, turn) else { return meters[m].leak.clear() }
    if gained > 0, let first = firstValve(on: m, turn.plan) {
      meters[m].leak.begin(at: turn.now.uptime, within: turn.plan.actuators[first].evidence.within)
      meters[m].leak.rises += 1
      meters[m].leak.litres += gained
    }
    evaluateLeak(m, leases, &turn)
  }

  /// Flow that lasts, or a counter that goes on rising, longer than the meter's valves need to stop.
  mutating func evaluateLeak(_ m: Int, _ leases: [Lease], _ turn: inout Turn) {
    guard meters[m].kind == .water, !isBusy(meter: m, leases, turn) else { return meters[m].leak.clear() }
    guard let first = firstValve(on: m, turn.plan) else { return }
    sayCalm(m, &turn)
    if let flow = meters[m].flow, meters[m].counter == nil, meters[m].isWet == true {
      meters[m].leak.begin(at: turn.now.uptime, within: turn.plan.actuators[first].evidence.within)
      meters[m].leak.litres = flow
    } else if meters[m].leak.rises == 0 {
      meters[m].leak.clear()
    }
    let isOver = isCalm(m, &turn)
    if meters[m].leak.isTold, meters[m].leak.since == nil || isOver { return endLeak(m, &turn) }
    let isFlow = meters[m].leak.rises == 0
    let rises = meters[m].leak.rises >= WateringLimits.leakRises
    guard isFlow || (rises && meters[m].leak.litres >= WateringLimits.leakLitres), !meters[m].leak.isTold,
      let due = meters[m].leak.dueAt, turn.isDue(due)
    else { return }
    beginLeak(m, first, isFlow: isFlow, &turn)
  }

  /// The first dry sign of this process takes back an alarm of the one before.
  private mutating func sayCalm(_ m: Int, _ turn: inout Turn) {
    guard !meters[m].leak.saidCalm, isCalm(m, &turn) else { return }
    meters[m].leak.saidCalm = true
    tellOver(m, &turn)
  }

  /// Which of its valves was told of it, an earlier plan may have decided.
  private func tellOver(_ m: Int, _ turn: inout Turn) {
    for a in turn.plan.actuators.indices where passes(a, m, turn.plan) {
      turn.news.append(.valveTroubleOver(ActuatorIndex(a), .flowsClosed))
    }
  }

  private mutating func beginLeak(_ m: Int, _ first: Int, isFlow: Bool, _ turn: inout Turn) {
    meters[m].leak.isTold = true
    let amount = "\(meters[m].leak.litres.tenths) \(isFlow ? "l/min" : "l")"
    turn.log(.alarm, valve: turn.plan.actuators[first].id, "\(ValveTrouble.flowsClosed.text): \(amount)")
    turn.news.append(.valveTrouble(ActuatorIndex(first), .flowsClosed, plant: nil))
    for a in turn.plan.actuators.indices where passes(a, m, turn.plan) {
      let w = watch(turn.plan.actuators[a].id)
      if !self[w].drive.isClosing { beginClosing(w, told: .flowsClosed, &turn) }
    }
  }

  private mutating func endLeak(_ m: Int, _ turn: inout Turn) {
    meters[m].leak = LeakWatch(saidCalm: true)
    turn.log(.notice, "meter \(meters[m].id)", "no water flows any more")
    tellOver(m, &turn)
  }

  private func isBusy(meter m: Int, _ leases: [Lease], _ turn: Turn) -> Bool {
    turn.plan.actuators.indices.contains {
      passes($0, m, turn.plan) && isBusy(turn.plan.actuators[$0].id, leases)
    }
  }

  private func firstValve(on m: Int, _ plan: GardenPlan) -> Int? {
    plan.actuators.indices.first { passes($0, m, plan) }
  }

  private func isCalm(_ m: Int, _ turn: inout Turn) -> Bool {
    let isCalm = meters[m].isCalm(at: turn.now.uptime, after: WateringLimits.leakOverAfter)
    if !isCalm { turn.wait(until: meters[m].calmAt(after: WateringLimits.leakOverAfter)) }
    return isCalm
  }
}

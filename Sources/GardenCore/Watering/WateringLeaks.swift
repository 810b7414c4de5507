/// Water that a meter sees while every valve on it is closed.
extension Waterings {
  /// A meter spoke. `gained`: litres by its counter since the last reading.
  mutating func watchLeak(_ m: Int, gained: Double, _ step: inout WateringStep) {
    guard meters[m].kind == .water else { return }
    guard !isBusy(meter: m, step) else { return meters[m].leak.clear() }
    if gained > 0, let first = valves(on: m, step.plan).first {
      meters[m].leak.begin(at: step.now.uptime, within: step.plan.actuators[first].evidence.within)
      meters[m].leak.rises += 1
      meters[m].leak.litres += gained
    }
    judgeLeak(m, &step)
  }

  /// Flow that lasts, or a counter that goes on rising, longer than the meter's valves need to stop.
  mutating func judgeLeak(_ m: Int, _ step: inout WateringStep) {
    guard meters[m].kind == .water, !isBusy(meter: m, step) else { return meters[m].leak.clear() }
    let valves = valves(on: m, step.plan)
    guard let first = valves.first else { return }
    if let flow = meters[m].flow, meters[m].counter == nil, meters[m].isWet == true {
      meters[m].leak.begin(at: step.now.uptime, within: step.plan.actuators[first].evidence.within)
      meters[m].leak.litres = flow
    } else if meters[m].leak.rises == 0 {
      meters[m].leak.clear()
    }
    let isOver = meters[m].isStill(at: step.now.uptime, quiet: WateringLimits.leakOverAfter) == true
    if meters[m].leak.isTold, meters[m].leak.since == nil || isOver { return endLeak(m, first, &step) }
    guard !meters[m].leak.isTold, let due = meters[m].leak.dueAt, step.now.uptime >= due else { return }
    let isFlow = meters[m].leak.rises == 0
    let rises = meters[m].leak.rises >= WateringLimits.leakRises
    guard isFlow || (rises && meters[m].leak.litres >= WateringLimits.leakLitres) else { return }
    beginLeak(m, valves, isFlow: isFlow, &step)
  }

  private mutating func beginLeak(_ m: Int, _ valves: [Int], isFlow: Bool, _ step: inout WateringStep) {
    meters[m].leak.isTold = true
    let amount = "\(meters[m].leak.litres.tenths) \(isFlow ? "l/min" : "l")"
    step.log(.alarm, step.plan.actuators[valves[0]].id, "\(ValveTrouble.flowsClosed.text): \(amount)")
    step.news.append(.trouble(ActuatorIndex(valves[0]), .flowsClosed, plant: nil))
    for v in valves {
      let w = watch(step.plan.actuators[v].id)
      if self.valves[w].closing == nil { beginClosing(w, told: .flowsClosed, &step) }
    }
  }

  private mutating func endLeak(_ m: Int, _ valve: Int, _ step: inout WateringStep) {
    meters[m].leak = LeakWatch()
    step.log(.notice, step.plan.actuators[valve].id, "no water flows any more")
    step.news.append(.troubleOver(ActuatorIndex(valve), .flowsClosed))
  }

  private func isBusy(meter m: Int, _ step: WateringStep) -> Bool {
    valves(on: m, step.plan).contains { isBusy(step.plan.actuators[$0].id) }
  }

  /// When a flow that goes on becomes a leak, or a silent counter shows its end.
  func leakDeadline(after now: Uptime) -> Uptime? {
    var next: Uptime?
    for meter in meters where meter.kind == .water {
      if let due = meter.leak.dueAt, due > now, !meter.leak.isTold { next = min(next ?? due, due) }
      if meter.leak.isTold, let calm = meter.stillAt(quiet: WateringLimits.leakOverAfter), calm > now {
        next = min(next ?? calm, calm)
      }
    }
    return next
  }
}

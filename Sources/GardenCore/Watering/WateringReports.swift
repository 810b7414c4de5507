extension Waterings {
  /// A valve spoke. A retained report is no evidence of anything and opens, closes and ends nothing.
  package mutating func report(
    _ report: ValveReport, of valve: ActuatorIndex, plan: GardenPlan, at now: Moment,
    effects: inout [Effect], news: inout [WateringNews]
  ) {
    guard plan.actuators.indices.contains(Int(valve.position)) else { return }
    let id = plan.actuators[Int(valve.position)].id
    step(plan, now, &effects, &news) { waterings, step in
      let w = waterings.watch(id)
      if report.wasRetained {
        if report.isOpen == true && waterings.holder(of: id) == nil && !waterings.valves[w].saidRetainedOpen {
          waterings.valves[w].saidRetainedOpen = true
          step.log(.notice, id, "a retained report says open, of unknown age; no run of ours is on")
        }
        return
      }
      waterings.measured(report, w, &step)
      waterings.flag(\.isShortOfWater, report.isShortOfWater, .shortOfWater, w, valve, &step)
      waterings.flag(\.isLeaking, report.isLeaking, .leaking, w, valve, &step)
      waterings.compareTimer(report.remaining, id, &step)
      defer { waterings.proveAll(&step) }
      guard let isOpen = report.isOpen, !isOpen || waterings.meansOpen(id, step) else { return }
      let before = waterings.valves[w].isOpen
      waterings.valves[w].isOpen = isOpen
      waterings.masterReported(id, isOpen: isOpen, &step)
      if isOpen {
        waterings.opened(id, valve, isNews: before != true, &step)
      } else {
        waterings.closed(id, &step)
      }
    }
  }

  /// The plant's fused moisture changed, or became unknown. Only needed while ``isWatering(_:)``.
  package mutating func moistureChanged(
    _ plant: PlantID, to value: Double?, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) {
    guard let i = leases.firstIndex(where: { $0.memory.plant == plant && $0.isLive }) else { return }
    leases[i].moisture = value
    // The plants wake before the runs: until it is resumed, a lease of another boot stands on another clock.
    guard leases[i].memory.boot == boot else { return }
    step(plan, now, &effects, &news) { waterings, step in
      if let value, waterings.leases[i].memory.moistureAtStart == nil {
        waterings.leases[i].memory.moistureAtStart = value
        waterings.remember(i, &step)
      }
      waterings.sawRise(i, value, &step)
      if let value, let target = waterings.leases[i].memory.untilMoisture, value >= target {
        waterings.close(i, .moisture, &step)
      } else {
        waterings.update(i, &step)
      }
    }
  }

  /// The soil gets wetter: a weak sign, for it comes late and goes on after the water has stopped. It proves no closing.
  private mutating func sawRise(_ i: Int, _ value: Double?, _ step: inout WateringStep) {
    let memory = leases[i].memory
    guard let value, let first = memory.moistureAtStart, !memory.evidence.contains(.rise),
      let plant = step.plan.plants.first(where: { $0.id == memory.plant }),
      value >= first + plant.riseThatConfirms
    else { return }
    leases[i].memory.evidence.insert(.rise)
    story(i, .evidence, "moisture rose from \(first.tenths) to \(value.tenths) %", &step)
    remember(i, &step)
  }

  mutating func watch(_ id: String) -> Int {
    if let known = valves.firstIndex(where: { $0.id == id }) { return known }
    valves.append(ValveWatch(id: id))
    return valves.count - 1
  }

  /// A flag of the device: told when it rises, ends the run on the valve; taken back when the device says so.
  private mutating func flag(
    _ path: WritableKeyPath<ValveWatch, Bool?>, _ value: Bool?, _ trouble: ValveTrouble, _ w: Int,
    _ valve: ActuatorIndex, _ step: inout WateringStep
  ) {
    guard let value else { return }
    let id = valves[w].id
    let holder = holder(of: id)
    if valves[w][keyPath: path] != value {
      valves[w][keyPath: path] = value
      if value {
        step.news.append(.trouble(valve, trouble, plant: holder.map { leases[$0].memory.plant }))
        step.log(.alarm, id, trouble.text)
        if trouble == .leaking && holder == nil {
          step.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
        }
      } else {
        step.news.append(.troubleOver(valve, trouble))
      }
    }
    if value, let holder, leases[holder].isLive {
      story(holder, .trouble, trouble.text, &step)
      close(holder, .failure, trouble: trouble, &step)
    }
  }

  private mutating func opened(
    _ id: String, _ valve: ActuatorIndex, isNews: Bool, _ step: inout WateringStep
  ) {
    if isNews { step.news.append(.troubleOver(valve, .didNotOpen)) }
    if let i = holder(of: id) {
      if leases[i].memory.phase == .closing && leases[i].closedSaidAt != nil {
        leases[i].closedSaidAt = nil
        story(i, .reported, "open again", &step)
      }
      guard !leases[i].memory.wasOpen, leases[i].memory.activityEndedAt == nil else { return }
      leases[i].memory.wasOpen = true
      story(i, .reported, "open", &step)
      if leases[i].memory.phase == .opening {
        leases[i].memory.phase = .running
        leases[i].runningSince = step.now.uptime
        leases[i].memory.trouble = nil
        leases[i].owesUpdate = true
      }
      remember(i, &step)
      update(i, &step)
      return
    }
    let late = leases.lastIndex {
      $0.memory.actuator == id && step.now.uptime - $0.endedAt <= WateringLimits.lateOpenWithin
    }
    guard let late else { return openedIdle(watch(id), isNews: isNews, &step) }
    valves[watch(id)].seal = nil
    // The activity has its final state; only the valve is brought back.
    leases[late].memory.phase = .closing
    leases[late].closingSince = step.now.uptime
    leases[late].closesSent = 0
    leases[late].closedSaidAt = nil
    story(late, .reported, "open after the end: closing again", &step)
    step.log(.warning, id, "opened after its run was over; closing again")
    remember(late, &step)
    sendClose(late, &step)
  }

  private mutating func closed(_ id: String, _ step: inout WateringStep) {
    guard let i = holder(of: id) else { return heardIdleClosed(watch(id), &step) }
    switch leases[i].memory.phase {
    // The state of before the open took effect.
    case .opening, .closed: return
    case .running:
      let isTime = leases[i].left(at: step.now) <= WateringLimits.endTolerance
      story(i, .reported, isTime ? "closed by its own timer" : "closed by itself", &step)
      if !isTime { step.log(.notice, id, "closed by itself before the end of its run") }
      // Said once to the valve all the same: a late repeat of an old report would look alike.
      close(i, isTime ? .time : .person, isShown: false, &step)
      heardClosed(i, &step)
      if leases.indices.contains(i), leases[i].memory.phase == .closing { leases[i].owesUpdate = true }
    case .closing: heardClosed(i, &step)
    }
  }
}

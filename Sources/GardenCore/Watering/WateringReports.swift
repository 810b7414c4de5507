extension Waterings {
  /// A valve spoke. A retained report is no evidence of anything and opens, closes and ends nothing.
  package mutating func report(_ report: ValveReport, of valve: ActuatorIndex, _ turn: inout Turn) {
    guard turn.plan.actuators.indices.contains(Int(valve.position)) else { return }
    let id = turn.plan.actuators[Int(valve.position)].id
    let w = valves.watch(id)
    if report.wasRetained {
      if report.isOpen == true && holder(of: id) == nil && !valves[w].saidRetainedOpen {
        valves[w].saidRetainedOpen = true
        turn.log(.notice, valve: id, "a retained report says open, of unknown age; no run of ours is on")
      }
      return
    }
    defer { settle(&turn) }
    measured(report, w, &turn)
    flag(\.isShortOfWater, report.isShortOfWater, .shortOfWater, w, valve, &turn)
    flag(\.isLeaking, report.isLeaking, .leaking, w, valve, &turn)
    compareTimer(report.remaining, id, &turn)
    defer { proveAll(&turn) }
    guard let isOpen = report.isOpen, !isOpen || valves.meansOpen(id, leases, turn) else { return }
    let before = valves[w].drive
    masters.heard(w, isOpen: isOpen, &valves, &turn)
    if isOpen {
      valves[w].drive.heard(isOpen: true, at: turn.now.uptime)
      opened(w, valve, before: before, &turn)
    } else {
      closed(w, &turn)
    }
  }

  /// The plant's fused moisture changed, or became unknown. Only needed while ``isWatering(_:)``.
  package mutating func moistureChanged(_ plant: PlantID, to value: Double?, _ turn: inout Turn) {
    guard let i = leases.firstIndex(where: { $0.memory.plant == plant && $0.isLive }) else { return }
    leases[i].moisture = value
    // The plants wake before the runs: until it is resumed, a lease of another boot stands on another clock.
    guard leases[i].memory.boot == turn.boot else { return }
    defer { settle(&turn) }
    if let value, leases[i].memory.moistureAtStart == nil {
      leases[i].memory.moistureAtStart = value
      leases[i].remember(&turn)
    }
    sawRise(i, value, &turn)
    if let value, let target = leases[i].memory.untilMoisture, value >= target {
      close(i, .moisture, &turn)
    } else {
      leases[i].update(&turn)
    }
  }

  /// The soil gets wetter: a weak sign, for it comes late and goes on after the water has stopped. It proves no closing.
  private mutating func sawRise(_ i: Int, _ value: Double?, _ turn: inout Turn) {
    let memory = leases[i].memory
    guard let value, let first = memory.moistureAtStart, !memory.evidence.contains(.rise),
      let plant = turn.plan.plants.first(where: { $0.id == memory.plant }),
      value >= first + plant.riseThatConfirms
    else { return }
    leases[i].memory.evidence.insert(.rise)
    leases[i].story(.evidence, "moisture rose from \(first.tenths) to \(value.tenths) %", &turn)
    leases[i].remember(&turn)
  }

  /// A flag of the device: told when it rises, ends the run on the valve; taken back when the device says so.
  private mutating func flag(
    _ path: WritableKeyPath<ValveState, Bool?>, _ value: Bool?, _ trouble: ValveTrouble, _ w: Int,
    _ valve: ActuatorIndex, _ turn: inout Turn
  ) {
    guard let value else { return }
    let id = valves[w].id
    let holder = holder(of: id)
    if valves[w][keyPath: path] != value {
      valves[w][keyPath: path] = value
      if value {
        turn.news.append(.valveTrouble(valve, trouble, plant: holder.map { leases[$0].memory.plant }))
        turn.log(.alarm, valve: id, trouble.text)
        if trouble == .leaking && holder == nil {
          Switch.sayClosed(valve, &turn)
        }
      } else {
        turn.news.append(.valveTroubleOver(valve, trouble))
      }
    }
    if value, let holder, leases[holder].isLive {
      leases[holder].story(.trouble, trouble.text, &turn)
      close(holder, .failure, trouble: trouble, &turn)
    }
  }

  /// `before`: how it was driven, and what it had said.
  private mutating func opened(
    _ w: Int, _ valve: ActuatorIndex, before: Switch, _ turn: inout Turn
  ) {
    let id = valves[w].id
    let isNews = before.isOpen != true
    if isNews { turn.news.append(.valveTroubleOver(valve, .didNotOpen)) }
    if let i = holder(of: id) {
      if before.isClosing && before.saidAt != nil { leases[i].story(.reported, "open again", &turn) }
      guard !leases[i].memory.wasOpen, leases[i].memory.activityEndedAt == nil else { return }
      leases[i].memory.wasOpen = true
      leases[i].story(.reported, "open", &turn)
      if leases[i].memory.phase == .opening {
        leases[i].memory.phase = .running
        leases[i].runningSince = turn.now.uptime
        leases[i].memory.trouble = nil
        leases[i].owesUpdate = true
      }
      leases[i].remember(&turn)
      leases[i].update(&turn)
      return
    }
    let late = leases.lastIndex {
      $0.memory.actuator == id && turn.now.uptime - $0.endedAt <= WateringLimits.lateOpenWithin
    }
    guard let late else { return openedIdle(w, isNews: isNews, &turn) }
    // The activity has its final state; only the valve is brought back.
    leases[late].memory.phase = .closing
    leases[late].closedFrom = turn.now.uptime
    leases[late].story(.reported, "open after the end: closing again", &turn)
    turn.log(.warning, valve: id, "opened after its run was over; closing again")
    leases[late].remember(&turn)
    beginClosing(w, &turn)
  }

  private mutating func closed(_ w: Int, _ turn: inout Turn) {
    heardClosed(w, &turn)
    // While it opens, closed is the state of before the open took effect.
    guard let i = holder(of: valves[w].id), leases[i].memory.phase == .running else { return }
    let isTime = leases[i].left(at: turn.now) <= WateringLimits.endTolerance
    leases[i].story(.reported, isTime ? "closed by its own timer" : "closed by itself", &turn)
    if !isTime { turn.log(.notice, valve: valves[w].id, "closed by itself before the end of its run") }
    // Said once to the valve all the same: a late repeat of an old report would look alike.
    close(i, isTime ? .time : .person, isShown: false, &turn)
    heardClosed(w, &turn)
    if leases.indices.contains(i), leases[i].memory.phase == .closing { leases[i].owesUpdate = true }
  }
}

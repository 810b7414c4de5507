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
    if let remaining = report.remaining, let i = holder(of: id) { leases[i].compareTimer(remaining, &turn) }
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
    let running = leases.firstIndex { $0.memory.plant == plant && $0.memory.activityEndedAt == nil }
    guard let i = running else { return }
    leases[i].moisture = value
    // The plants wake before the runs.
    guard isResumed, leases[i].isLive else { return }
    defer { settle(&turn) }
    if let value, leases[i].memory.moistureAtStart == nil {
      leases[i].memory.moistureAtStart = value
      leases[i].remember(&turn)
    }
    leases[i].sawRise(value, &turn)
    if let value, let target = leases[i].memory.untilMoisture, value >= target {
      close(i, .moisture, &turn)
    } else {
      leases[i].update(&turn)
    }
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
      leases[holder].trail(.trouble, trouble.text, &turn)
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
      if before.isClosing && before.saidAt != nil { leases[i].trail(.reported, "open again", &turn) }
      leases[i].saidOpen(&turn)
      guard !leases[i].memory.wasOpen, leases[i].memory.activityEndedAt == nil else { return }
      leases[i].memory.wasOpen = true
      leases[i].trail(.reported, "open", &turn)
      if leases[i].memory.phase == .opening { leases[i].runs(from: turn.now.uptime) }
      leases[i].remember(&turn)
      leases[i].update(&turn)
      return
    }
    let late = leases.lastIndex {
      $0.memory.actuator == id && turn.now.uptime - $0.endedAt <= WateringLimits.lateOpenWithin
    }
    guard let late else { return openedIdle(w, isNews: isNews, &turn) }
    // The activity has its final state; only the valve is brought back.
    leases[late].opensAgain(at: turn.now)
    leases[late].trail(.reported, "open after the end: closing again", &turn)
    turn.log(.warning, valve: id, "opened after its run was over; closing again")
    leases[late].remember(&turn)
    beginClosing(w, &turn)
  }

  private mutating func closed(_ w: Int, _ turn: inout Turn) {
    heardClosed(w, &turn)
    valves.closedByHand(w, leases, &turn)
    // While it opens, closed is the state of before the open took effect.
    guard let i = holder(of: valves[w].id), leases[i].memory.phase == .running else { return }
    let isTime = leases[i].left(at: turn.now) <= WateringLimits.endTolerance
    leases[i].trail(.reported, isTime ? "closed by its own timer" : "closed by itself", &turn)
    if !isTime { turn.log(.notice, valve: valves[w].id, "closed by itself before the end of its run") }
    // Said once to the valve all the same: a late repeat of an old report would look alike.
    if !isTime { leases[i].memory.interruption = .closedItself }
    close(i, isTime ? .time : .person, isShown: false, &turn)
    heardClosed(w, &turn)
    if leases.indices.contains(i), leases[i].memory.phase == .closing { leases[i].owesUpdate = true }
  }
}

// What meters show reaches the runs whose water passes them.
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
    let counted = valves.meters[m].counterAt
    let gained = valves.meters[m].take(
      reading, limit: valves.limit(of: m, turn.plan), from: valves.counterOfRuns(on: m, leases, turn),
      at: seen)
    let mine = turn.plan.actuators.indices.filter { valves.passes($0, m, turn.plan) }
    if !creditLate(gained, counted, mine, &turn) {
      valves.watchLeak(m, gained: gained, leases, &turn)
    }
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
      let counted = valves[w].own.counterAt
      gained += valves[w].own.count(litres, from: start, at: turn.now.uptime)
      if isOwn, i == nil { _ = creditLate(gained, counted, [Int(valve.position)], &turn) }
    }
    guard let i else { return }
    if isOwn { leases[i].credit(gained, of: valves[w].own, at: turn.now.uptime) }
    if plan.reportsFlow && valves[w].own.isWet == true { leases[i].saw(.water, valves[w].own, &turn) }
    evaluateLitres(i, &turn)
  }

  /// A counter tells late what flowed before its valve was closed. `false`: no run waits for it.
  private mutating func creditLate(
    _ litres: Double, _ counted: Uptime, _ valves: [Int], _ turn: inout Turn
  ) -> Bool {
    let ids = valves.map { turn.plan.actuators[$0].id }
    guard litres > 0, !ids.contains(where: { leases.holder(of: $0) != nil }),
      let i = ids.compactMap({ leases.owner(of: $0, counted: counted) }).max()
    else { return false }
    leases[i].litres = (leases[i].litres ?? 0) + litres
    leases[i].correct(&turn)
    interlocks.countUse([leases[i]], &turn)
    return true
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
      leases[i].credit(litres, of: valves[w].own, at: turn.now.uptime)
      evaluateLitres(i, &turn)
    }
  }

  private mutating func pass(_ litres: Double, through m: Int, _ turn: inout Turn) {
    let holders = turn.plan.actuators.indices.filter { valves.passes($0, m, turn.plan) }
      .compactMap { holder(of: turn.plan.actuators[$0].id) }
    for (i, share) in zip(holders, leases.shares(of: holders)) {
      if valves.meters[m].kind == .water {
        leases[i].credit(litres, of: valves.meters[m], share: share, at: turn.now.uptime)
      }
      if valves.meters[m].isWet == true {
        leases[i].saw(valves.meters[m].kind == .water ? .water : .power, valves.meters[m], &turn)
      }
      evaluateLitres(i, &turn)
    }
  }

  /// A run by volume ends where its volume is reached.
  private mutating func evaluateLitres(_ i: Int, _ turn: inout Turn) {
    guard leases[i].isLive else { return }
    if let most = leases[i].litresEnd, let litres = leases[i].litres, litres >= most - 1e-6 {
      leases[i].trail(.evidence, "\(litres.tenths) of \(most.tenths) l", &turn)
      close(i, .volume, &turn)
    } else {
      leases[i].update(&turn)
    }
  }

  /// Open long enough, and no meter saw water: pump and tap are looked after by a person, the valve is closed.
  mutating func awaitWater(_ i: Int, _ turn: inout Turn) {
    guard let due = leases[i].noFlowAt, turn.isDue(due) else { return }
    leases[i].tell(.noFlow, &turn)
    close(i, .failure, trouble: .noFlow, &turn)
  }
}

// Valves that no lease holds are closed: told so at every start, and brought back whenever they say open.
extension Waterings {
  /// Every valve of the plan without a live lease is told to close, whatever is retained and whatever it last said. Once: a valve
  /// that answers "open" is then closed until that is proved, one that is away is told again when the link comes up.
  /// One of which people were told that it is not proved closed is closed until it is.
  mutating func closeIdleValves(_ alarms: [String: ValveTrouble], _ turn: inout Turn) {
    for a in turn.plan.actuators.indices where turn.plan.actuators[a].isValve {
      let id = turn.plan.actuators[a].id
      guard holder(of: id) == nil, !valves.isClosing(id), !masters.keepsOpen(id, turn) else { continue }
      if let told = alarms[id], told.isUnproved {
        beginClosing(valves.watch(id), told: told, &turn)
      } else {
        Switch.sayClosed(ActuatorIndex(a), &turn)
      }
    }
  }

  /// A live report says open, and no lease holds the valve. It may have been opened by hand, by its own button, by another program or by
  /// a fault; from here they look alike, and only closed is safe.
  mutating func openedIdle(_ w: Int, isNews: Bool, _ turn: inout Turn) {
    let id = valves[w].id
    let answersReassertion = valves.answersReassertion(w, turn)
    valves[w].reassertion = nil
    guard !valves[w].drive.isClosing, let valve = turn.valve(id), !masters.keepsOpen(id, turn) else {
      return
    }
    if turn.plan.actuators[Int(valve.position)].allowsManualOpening, !isKeptClosed(id, turn.plan),
      !answersReassertion
    {
      if isNews {
        valves[w].openedByHandAt = turn.now.uptime
        turn.log(.notice, valve: id, "is open, and no run of ours is on; opening by hand is allowed")
      }
      return
    }
    turn.log(.warning, valve: id, "is open, and no run of ours is on: closing it")
    beginClosing(w, &turn)
  }

  /// Those are other valves now: what was known of the old ones is forgotten, and the new ones are closed.
  mutating func takeOver(_ moved: Set<String>, _ turn: inout Turn) {
    defer { settle(&turn) }
    abandon(&turn) { moved.contains($0) }
    for id in moved {
      guard let valve = turn.valve(id) else { continue }
      valves[valves.watch(id)] = ValveState(id: id)
      for flag in [ValveTrouble.leaking, .shortOfWater] { turn.news.append(.valveTroubleOver(valve, flag)) }
      if !masters.keepsOpen(id, turn) {
        Switch.sayClosed(valve, &turn)
      }
    }
  }
}

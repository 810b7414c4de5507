/// A run from the wish to the last step of its activity.
extension Waterings {
  /// A person asks for water. Role, repeats and age of the command were checked by the caller.
  ///
  /// `duration` and `litres` nil: as configured; with both the run ends by what comes first.
  /// `moisture`: the plant's fused value, `nil` if unknown: people may water then, the rule may not.
  /// `facts` nil: no such plant.
  package mutating func ask(
    _ head: CommandHead, plant: PlantID, duration: Duration?, litres: Double? = nil, moisture: Double?,
    facts: PlantFacts?, _ turn: inout Turn
  ) -> Outcome {
    func refused(_ why: Reason, _ detail: Outcome.Detail = .none) -> Outcome {
      turn.effects.append(.trail(refusalTrail(head, plant, "\(why)", turn.plan, turn.now)))
      return head.outcome(why, detail)
    }
    guard let facts, let place = turn.plan.plants.first(where: { $0.id == plant }) else {
      turn.effects.append(.trail(refusalTrail(head, plant, "no such plant", turn.plan, turn.now)))
      return head.outcome(.unknownPlant)
    }
    guard let watering = place.watering else { return refused(Reason(.noValve)) }
    if let held = interlocks.held(turn.plan.actuators[Int(watering.valve.position)]) { return refused(held) }
    if let busy = busyRun(plant, watering, turn.plan) {
      return refused(Reason(busy.isLive ? .running : .closing), .activity(busy.memory.activity.id))
    }
    if valves.isClosing(turn.plan.actuators[Int(watering.valve.position)].id) {
      return refused(Reason(.closing))
    }
    let start = RunStart(plant: plant, reason: .person, by: head.device, moisture: moisture, facts: facts)
    let amount = RunAmount(duration, litres, watering, turn.plan)
    switch begin(start, amount, watering, &turn) {
    case .started(let id): return head.outcome(.accepted, .activity(id))
    case .held(let why), .refused(let why): return refused(why)
    }
  }

  /// The rule: a dry plant with `isAutomatic` is watered once its pause is over. Unknown never waters.
  ///
  /// `lastRunEndedAt`: as remembered; only asked where no run ended in this boot.
  package mutating func consider(
    plant: PlantID, moisture: Evaluation, lastRunEndedAt: Timestamp?, facts: PlantFacts, _ turn: inout Turn
  ) -> RuleVerdict {
    guard let watering = turn.plan.plants.first(where: { $0.id == plant })?.watering else {
      return .asked(.refused(Reason(.noValve)))
    }
    guard watering.isAutomatic else { return .notAutomatic }
    guard moisture.status != .unknown, let value = moisture.value else { return .moistureUnknown }
    guard moisture.status == .low else { return .notDry }
    let start = RunStart(plant: plant, reason: .rule, by: nil, moisture: value, facts: facts)
    let valve = turn.plan.actuators[Int(watering.valve.position)]
    if let held = interlocks.held(valve) { return .asked(interlocks.refuse(start, valve.id, held, &turn)) }
    if let busy = busyRun(plant, watering, turn.plan) {
      return .asked(.refused(Reason(busy.isLive ? .running : .closing)))
    }
    // It is open, or water was seen, without a run.
    if valves.isClosing(valve.id) { return .asked(.refused(Reason(.closing))) }
    guard turn.now.isWallTrusted else { return .asked(.refused(Reason(.clock))) }
    var waiting = Waiting(at: turn.now)
    guard isPauseOver(plant, watering.pause, lastRunEndedAt, &waiting) else { return .paused }
    let amount = RunAmount(nil, nil, watering, turn.plan)
    return .asked(begin(start, amount, watering, &turn))
  }

  /// Since the end of the plant's last run; `last`: as remembered from before this start.
  func isPauseOver(
    _ plant: PlantID, _ pause: Duration, _ last: Timestamp?, _ waiting: inout Waiting
  ) -> Bool {
    if let ended = lastEnds[plant] { return waiting.isDue(ended + pause) }
    return last.map { waiting.isDue($0 + pause) } ?? true
  }

  /// The run that keeps this one from starting.
  private func busyRun(_ plant: PlantID, _ watering: WateringPlan, _ plan: GardenPlan) -> Lease? {
    let valve = plan.actuators[Int(watering.valve.position)].id
    return leases.first {
      $0.memory.phase != .closed && ($0.memory.actuator == valve || $0.memory.plant == plant)
    }
  }

  private func refusalTrail(
    _ head: CommandHead, _ plant: PlantID, _ why: String, _ plan: GardenPlan, _ now: Moment
  ) -> LeaseEvent {
    let watering = plan.plants.first { $0.id == plant }?.watering
    let valve = watering.map { plan.actuators[Int($0.valve.position)].id } ?? ""
    return LeaseEvent(
      lease: head.id, actuator: valve, plant: plant, kind: .refused, by: head.device, text: why,
      at: now)
  }

  private mutating func begin(
    _ start: RunStart, _ amount: RunAmount, _ watering: WateringPlan, _ turn: inout Turn
  ) -> RunVerdict {
    if let why = amount.refusal { return .refused(why) }
    let duration = amount.duration
    guard turn.now.isWallTrusted else { return .refused(Reason(.clock)) }
    if let bar = turn.bar { return .refused(bar.reason) }
    let actuator = turn.plan.actuators[Int(watering.valve.position)]
    guard actuator.isValve else { return .refused(Reason(.noValve)) }
    let wish = RunWish(
      valve: watering.valve, reason: start.reason, duration: duration, litres: amount.litres)
    if let why = interlocks.forbids(wish, leases, turn.plan, at: turn.now) {
      return interlocks.refuse(start, actuator.id, why, &turn)
    }
    let whole = duration + Masters.lead(of: actuator.id, valves, turn.plan)

    let target = watering.untilMoisture.flatMap { target in
      start.moisture.map { $0 < target } ?? true ? target : nil
    }
    let memory = LeaseMemory(
      id: UniqueID(at: turn.now.wall, random: &turn.dice), actuator: actuator.id, plant: start.plant,
      reason: start.reason, by: start.by, openedAt: turn.now.wall, opened: turn.now.uptime, boot: turn.boot,
      endsAt: turn.now.wall + whole, ends: turn.now.uptime + whole, lastUpdateAt: turn.now.wall,
      devices: turn.screens, left: whole,
      moistureAtStart: start.moisture, untilMoisture: target, untilLitres: amount.litres,
      litres: nil)
    var lease = Lease(memory: memory, facts: start.facts)
    lease.take(actuator, turn.plan)
    defer { settle(&turn) }
    forgetEnded(of: start.plant, &turn)
    // What flowed before belongs to nobody.
    settleFlows(&turn)
    for m in valves.meters.indices { valves.meters[m].runBegins() }
    leases.append(lease)
    let i = leases.count - 1
    interlocks.bound(&leases[i], turn.plan)
    leases[i].remember(&turn)
    leases[i].grantTrail(&turn)
    sendOpen(i, &turn)
    leases[i].step(.start, &turn)
    let who = start.by.map { "by \($0)" } ?? "by rule"
    let volume = amount.litres.map { " or \($0.tenths) l" } ?? ""
    turn.log(
      .info, valve: actuator.id, "waters \(start.plant) for \(duration.wholeSeconds) s\(volume), \(who)")
    return .started(memory.id)
  }

  /// Opens for the time that is left, never longer.
  mutating func sendOpen(_ i: Int, _ turn: inout Turn) {
    leases[i].opensAt = masters.opensAt(
      leases[i], leases, &valves, isStopped: interlocks.isStopped, &turn)
    guard leases[i].opensAt == nil else { return }
    leases[i].timerStarted(at: turn.now)
    let id = leases[i].memory.actuator
    let valve = turn.valve(id)
    if valve != nil {
      leases[i].trail(.openSent, "open for \(leases[i].left(at: turn.now).wholeSeconds) s", &turn)
    }
    valves[valves.watch(id)].drive.open(
      valve, for: leases[i].openRuns(at: turn.now), lease: leases[i].memory.id, &turn)
  }

  /// A new run takes the ended activity of the last one off the screens, so that they cannot pile up.
  private mutating func forgetEnded(of plant: PlantID, _ turn: inout Turn) {
    for i in leases.indices.reversed()
    where leases[i].memory.plant == plant && leases[i].memory.phase == .closed {
      remove(i, &turn)
    }
  }
}

extension Waterings {
  /// A person ends the run. Always acts: without a run the plant's valve is told to close all the same,
  /// and a run of another plant on the same valve ends with it.
  package mutating func stop(_ head: CommandHead, plant: PlantID, _ turn: inout Turn) -> Outcome {
    defer { settle(&turn) }
    let valve = turn.plan.plants.first { $0.id == plant }?.watering.map {
      turn.plan.actuators[Int($0.valve.position)].id
    }
    let i = leases.firstIndex {
      $0.memory.phase != .closed && ($0.memory.plant == plant || $0.memory.actuator == valve)
    }
    guard let i else {
      let isKnown = turn.plan.plants.contains { $0.id == plant }
      return closeIdle(valve, head, &turn)
        ?? (isKnown ? head.outcome(Reason(.noValve)) : head.outcome(.unknownPlant))
    }
    let id = leases[i].memory.activity.id
    if leases[i].isLive {
      close(i, .person, by: head.device, &turn)
      return head.outcome(.accepted, .activity(id))
    }
    closeAgain(valves.watch(leases[i].memory.actuator), &turn)
    return head.outcome(.alreadyDone, by: leases[i].memory.endedBy, .activity(id))
  }

  /// `nil`: there is none.
  private func closeIdle(_ valve: String?, _ head: CommandHead, _ turn: inout Turn) -> Outcome? {
    guard let valve, let index = turn.valve(valve) else { return nil }
    Switch.sayClosed(index, &turn)
    turn.log(.info, valve: valve, "told to close by \(head.device); no run was on")
    return head.outcome(.accepted)
  }

  /// The run is over: close, and go on closing until there is proof. `isShown` false: its final state follows at once.
  mutating func close(
    _ i: Int, _ end: LeaseMemory.End, by: DeviceID? = nil, trouble: ValveTrouble? = nil, isShown: Bool = true,
    _ turn: inout Turn
  ) {
    let trouble = trouble ?? tooLittle(i, end)
    leases[i].memory.progress = leases[i].progress(at: turn.now)
    leases[i].memory.left = leases[i].left(at: turn.now)
    leases[i].memory.phase = .closing
    leases[i].memory.end = end
    leases[i].memory.endedBy = by
    if let trouble { leases[i].memory.trouble = trouble }
    if end == .volume, leases[i].endsByLimit { leases[i].memory.interruption = .limit }
    leases[i].closedFrom = turn.now.uptime
    if end == .time, let trouble { leases[i].tell(trouble, &turn) }
    leases[i].endTrail(interlocks, &turn)
    leases[i].remember(&turn)
    beginClosing(valves.watch(leases[i].memory.actuator), &turn)
    leases[i].owesUpdate = isShown
    leases[i].update(&turn)
  }

  /// Ends a run that nobody asked to end, and says why.
  mutating func interrupt(_ i: Int, _ why: Interruption, _ turn: inout Turn) {
    leases[i].memory.interruption = why
    close(i, .person, &turn)
  }

  /// The device closed the activity on its own screen: no more steps for it. The watering goes on.
  /// `activity`: the present one, or the one that it took over from. `nil`: no such activity here.
  package mutating func hide(_ head: CommandHead, activity: UniqueID, _ turn: inout Turn) -> Outcome? {
    let i = leases.firstIndex { $0.memory.id == activity || $0.memory.activity.id == activity }
    guard let i else { return nil }
    if leases[i].hide(on: head.device) { turn.remember(.lease(leases[i].memory)) }
    return head.outcome(.accepted, .activity(leases[i].memory.activity.id))
  }

  /// A run by volume whose time was over with less than nine tenths of it, or whose meter said nothing at all.
  private func tooLittle(_ i: Int, _ end: LeaseMemory.End) -> ValveTrouble? {
    guard end == .time, let target = leases[i].memory.untilLitres else { return nil }
    guard let litres = leases[i].litres else { return leases[i].memory.wasOpen ? .noFlow : nil }
    return litres < target * 0.9 ? .tooLittle : nil
  }

  /// The valve said that it is closed, and nothing that could see water contradicts it.
  mutating func proved(_ i: Int, _ turn: inout Turn) {
    if leases[i].memory.activityEndedAt == nil {
      finish(i, isProved: true, &turn)
    } else {
      lastEnds[leases[i].memory.plant] = turn.now.uptime
      leases[i].correct(&turn)
    }
    interlocks.countUse([leases[i]], &turn)
    if leases[i].hasLeftTheScreens { remove(i, &turn) }
  }

  mutating func finish(_ i: Int, isProved: Bool, _ turn: inout Turn) {
    lastEnds[leases[i].memory.plant] = turn.now.uptime
    leases[i].flows = valves.flows(leases[i].memory.actuator, leases, turn)
    leases[i].finish(isProved: isProved, interlocks, &turn)
  }

  /// Takes the activity off the screens; the lease is forgotten once the valve is proved closed.
  mutating func remove(_ i: Int, _ turn: inout Turn) {
    let memory = leases[i].memory
    if !leases[i].hasLeftTheScreens { turn.effects.append(.publish(.noActivity(memory.activity.id))) }
    leases[i].removeAt = nil
    if memory.phase == .closed {
      turn.remember(.noLease(memory.id))
      leases.remove(at: i)
    }
  }
}

// A lease that is not on the disk is none.
extension Waterings {
  /// The open command did not leave. The run ends as failed; closing is said all the same, since nothing can be certain here.
  package mutating func notDurable(_ valve: ActuatorIndex, _ lease: UniqueID?, _ turn: inout Turn) {
    guard turn.plan.actuators.indices.contains(Int(valve.position)) else { return }
    let id = turn.plan.actuators[Int(valve.position)].id
    defer { settle(&turn) }
    let i = leases.firstIndex {
      $0.isLive && (lease.map { [memory = $0.memory] in memory.id == $0 } ?? ($0.memory.actuator == id))
    }
    guard let i else { return }
    let memory = leases[i].memory
    let why = turn.bar ?? .store
    turn.effects.append(
      .trail(
        LeaseEvent(
          lease: memory.id, actuator: id, plant: memory.plant, kind: .trouble, text: why.heldBack,
          at: turn.now))
    )
    turn.log(.alarm, valve: id, why.heldBack)
    leases[i].memory.interruption = .store
    close(i, .failure, &turn)
  }
}

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
      return closeIdle(valve, head, orElse: isKnown ? .noValve : .unknownPlant, &turn)
    }
    let id = leases[i].memory.activity.id
    if leases[i].isLive {
      close(i, .person, by: head.device, &turn)
      return Outcome(id: head.id, device: head.device, code: .accepted, detail: .activity(id))
    }
    closeAgain(valves.watch(leases[i].memory.actuator), &turn)
    return Outcome(
      id: head.id, device: head.device, code: .alreadyDone, message: "already closing",
      by: leases[i].memory.endedBy, detail: .activity(id))
  }

  private func closeIdle(
    _ valve: String?, _ head: CommandHead, orElse why: WateringRefusal, _ turn: inout Turn
  ) -> Outcome {
    guard let valve, let index = turn.valve(valve) else {
      return Outcome(
        id: head.id, device: head.device, code: why.code, message: why.message)
    }
    Switch.sayClosed(index, &turn)
    turn.log(.info, valve: valve, "told to close by \(head.device); no run was on")
    return Outcome(id: head.id, device: head.device, code: .accepted, message: "no run was on; told to close")
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
    leases[i].closedFrom = turn.now.uptime
    if trouble == .tooLittle { leases[i].tell(.tooLittle, &turn) }
    leases[i].endStory(interlocks, &turn)
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
    return Outcome(
      id: head.id, device: head.device, code: .accepted, detail: .activity(leases[i].memory.activity.id))
  }

  /// A run by volume whose time was over with less than nine tenths of it.
  private func tooLittle(_ i: Int, _ end: LeaseMemory.End) -> ValveTrouble? {
    guard end == .time, let target = leases[i].memory.untilLitres else { return nil }
    return (leases[i].litres ?? 0) < target * 0.9 ? .tooLittle : nil
  }

  /// The valve said that it is closed, and nothing that could see water contradicts it.
  mutating func proved(_ i: Int, _ turn: inout Turn) {
    leases[i].memory.phase = .closed
    if leases[i].memory.activityEndedAt == nil {
      finish(i, isProved: true, &turn)
    } else if leases[i].hasLeftTheScreens {
      remove(i, &turn)
    } else {
      leases[i].remember(&turn)
    }
  }

  /// The final state of the activity. Only water that was seen to flow and a valve that proved closed make it whole.
  mutating func finish(_ i: Int, isProved: Bool, _ turn: inout Turn) {
    let memory = leases[i].memory
    let isWhole = memory.end == .time || memory.end == .moisture || memory.end == .volume
    let ran = leases[i].ran
    if !isProved {
      leases[i].memory.trouble = memory.trouble ?? .didNotClose
    } else if isWhole && !ran {
      leases[i].memory.trouble = memory.trouble ?? .didNotOpen
    } else if memory.end != .failure && memory.trouble != .tooLittle {
      leases[i].memory.trouble = nil
    }
    if isProved && isWhole && leases[i].memory.trouble == nil { leases[i].memory.progress = 1 }
    leases[i].memory.activityEndedAt = turn.now.wall
    leases[i].removeAt = turn.now.uptime + WateringLimits.dismissal
    leases[i].endedAt = turn.now.uptime
    lastEnds[memory.plant] = turn.now.uptime
    leases[i].step(.end, &turn)
    let hadWater = memory.trouble == .noFlow ? memory.evidence.contains(.water) : ran
    turn.news.append(.runEnded(memory.plant, at: turn.now.wall, hadWater: hadWater))
    turn.effects.append(.watered(leases[i].record(at: turn.now)))
    if memory.untilLitres != nil, leases[i].memory.trouble == nil, let valve = turn.valve(memory.actuator) {
      turn.news.append(.valveTroubleOver(valve, .tooLittle))
    }
    turn.log(
      .info, valve: memory.actuator, "run of \(memory.plant) is over: \(leases[i].endWords(interlocks))")
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

extension ValveTrouble {
  /// Over as soon as closing is proved.
  var isUnproved: Bool { self == .didNotClose || self == .stuckOpen || self == .stateLies }
}

extension Waterings {
  /// A person ends the run. Always acts: without a run the plant's valve is told to close all the same,
  /// and a run of another plant on the same valve ends with it.
  package mutating func stop(
    _ head: CommandHead, plant: PlantID, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [WateringNews]
  ) -> Outcome {
    step(plan, now, &effects, &news) { waterings, step in
      let valve = plan.plants.first { $0.id == plant }?.watering.map {
        plan.actuators[Int($0.valve.position)].id
      }
      let i = waterings.leases.firstIndex {
        $0.memory.phase != .closed && ($0.memory.plant == plant || $0.memory.actuator == valve)
      }
      guard let i else {
        let isKnown = plan.plants.contains { $0.id == plant }
        return waterings.closeIdle(valve, head, orElse: isKnown ? .noValve : .unknownPlant, &step)
      }
      let id = waterings.leases[i].memory.activity.id
      if waterings.leases[i].isLive {
        waterings.close(i, .person, by: head.device, &step)
        return Outcome(id: head.id, device: head.device, code: .accepted, detail: .activity(id))
      }
      waterings.sendClose(i, &step)
      return Outcome(
        id: head.id, device: head.device, code: .alreadyDone, message: "already closing",
        by: waterings.leases[i].memory.endedBy, detail: .activity(id))
    }
  }

  private func closeIdle(
    _ valve: String?, _ head: CommandHead, orElse why: WateringRefusal, _ step: inout WateringStep
  ) -> Outcome {
    guard let valve, let index = step.valve(valve) else {
      return Outcome(
        id: head.id, device: head.device, code: why.code, message: why.message)
    }
    step.effects.append(.command(ActuatorCommand(actuator: index, deed: .close)))
    step.log(.info, valve, "told to close by \(head.device); no run was on")
    return Outcome(id: head.id, device: head.device, code: .accepted, message: "no run was on; told to close")
  }

  /// The run is over: close, and go on closing until there is proof. `isShown` false: its final state follows at once.
  mutating func close(
    _ i: Int, _ end: LeaseMemory.End, by: DeviceID? = nil, trouble: ValveTrouble? = nil,
    isShown: Bool = true, _ step: inout WateringStep
  ) {
    let trouble = trouble ?? tooLittle(i, end)
    leases[i].memory.progress = leases[i].progress(at: step.now)
    leases[i].memory.left = leases[i].left(at: step.now)
    leases[i].memory.phase = .closing
    leases[i].memory.end = end
    leases[i].memory.endedBy = by
    if let trouble { leases[i].memory.trouble = trouble }
    leases[i].closingSince = step.now.uptime
    leases[i].closesSent = 0
    leases[i].closedSaidAt = nil
    if trouble == .tooLittle { tell(i, .tooLittle, &step) }
    endStory(i, &step)
    remember(i, &step)
    sendClose(i, &step)
    leases[i].owesUpdate = isShown
    update(i, &step)
  }

  /// A run by volume whose time was over with less than nine tenths of it.
  private func tooLittle(_ i: Int, _ end: LeaseMemory.End) -> ValveTrouble? {
    guard end == .time, let target = leases[i].memory.untilLitres else { return nil }
    return (leases[i].litres ?? 0) < target * 0.9 ? .tooLittle : nil
  }

  mutating func sendClose(_ i: Int, _ step: inout WateringStep) {
    leases[i].closesSent += 1
    leases[i].closeSentAt = step.now.uptime
    guard let valve = step.valve(leases[i].memory.actuator) else { return }
    closeStory(i, &step)
    step.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
  }

  /// The valve said that it is closed, and nothing that could see water contradicts it.
  mutating func proved(_ i: Int, _ step: inout WateringStep) {
    leases[i].memory.phase = .closed
    if let valve = step.valve(leases[i].memory.actuator) {
      let told = leases[i].memory.activityEndedAt == nil ? nil : leases[i].memory.trouble
      if let told, told.isUnproved {
        step.news.append(.troubleOver(valve, told))
        step.log(.notice, leases[i].memory.actuator, "is proved closed after all")
      }
    }
    if leases[i].memory.activityEndedAt == nil {
      finish(i, isProved: true, &step)
    } else if leases[i].hasLeftTheScreens {
      remove(i, &step)
    } else {
      remember(i, &step)
    }
  }

  /// The final state of the activity. Only water that was seen to flow and a valve that proved closed make it whole.
  mutating func finish(_ i: Int, isProved: Bool, _ step: inout WateringStep) {
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
    leases[i].memory.activityEndedAt = step.now.wall
    leases[i].removeAt = step.now.uptime + WateringLimits.dismissal
    leases[i].endedAt = step.now.uptime
    lastEnds[memory.plant] = step.now.uptime
    show(i, .end, &step)
    let hadWater = memory.trouble == .noFlow ? memory.evidence.contains(.water) : ran
    step.news.append(.ended(memory.plant, at: step.now.wall, hadWater: hadWater))
    step.effects.append(.watered(leases[i].record(at: step.now)))
    if memory.untilLitres != nil, leases[i].memory.trouble == nil, let valve = step.valve(memory.actuator) {
      step.news.append(.troubleOver(valve, .tooLittle))
    }
    step.log(.info, memory.actuator, "run of \(memory.plant) is over: \(endWords(leases[i].memory))")
  }

  /// Takes the activity off the screens; the lease is forgotten once the valve is proved closed.
  mutating func remove(_ i: Int, _ step: inout WateringStep) {
    let memory = leases[i].memory
    if !leases[i].hasLeftTheScreens { step.effects.append(.publish(.noActivity(memory.activity.id))) }
    leases[i].removeAt = nil
    if memory.phase == .closed {
      step.effects.append(.remember(.noLease(memory.id)))
      leases.remove(at: i)
    }
  }
}

extension ValveTrouble {
  /// Over as soon as closing is proved.
  var isUnproved: Bool { self == .didNotClose || self == .stuckOpen || self == .stateLies }
}

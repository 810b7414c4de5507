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
      guard let i else { return waterings.closeIdle(valve, head, &step) }
      let id = waterings.leases[i].memory.id
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

  private func closeIdle(_ valve: String?, _ head: CommandHead, _ step: inout WateringStep) -> Outcome {
    guard let valve, let index = step.valve(valve) else {
      return Outcome(
        id: head.id, device: head.device, code: .refused, message: WateringRefusal.noValve.message)
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
    leases[i].memory.progress = leases[i].progress(at: step.now)
    leases[i].memory.left = leases[i].left(at: step.now)
    leases[i].memory.phase = .closing
    leases[i].memory.end = end
    leases[i].memory.endedBy = by
    if let trouble { leases[i].memory.trouble = trouble }
    leases[i].closingSince = step.now.uptime
    leases[i].closesSent = 0
    remember(i, &step)
    sendClose(i, &step)
    leases[i].owesUpdate = isShown
    update(i, &step)
  }

  mutating func sendClose(_ i: Int, _ step: inout WateringStep) {
    leases[i].closesSent += 1
    leases[i].closeSentAt = step.now.uptime
    guard let valve = step.valve(leases[i].memory.actuator) else { return }
    step.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
  }

  /// The valve itself said that it is closed.
  mutating func proved(_ i: Int, _ step: inout WateringStep) {
    leases[i].memory.phase = .closed
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
    let isWhole = memory.end == .time || memory.end == .moisture
    if !isProved {
      leases[i].memory.trouble = memory.trouble ?? .didNotClose
    } else if isWhole && !memory.wasOpen {
      leases[i].memory.trouble = memory.trouble ?? .didNotOpen
    } else if memory.end != .failure {
      leases[i].memory.trouble = nil
    }
    if isProved && isWhole && leases[i].memory.trouble == nil { leases[i].memory.progress = 1 }
    leases[i].memory.activityEndedAt = step.now.wall
    leases[i].removeAt = step.now.uptime + WateringLimits.dismissal
    leases[i].endedAt = step.now.uptime
    lastEnds[memory.plant] = step.now.uptime
    show(i, .end, &step)
    step.news.append(.ended(memory.plant, at: step.now.wall, hadWater: memory.wasOpen))
    step.log(.info, memory.actuator, "run of \(memory.plant) is over: \(endWords(leases[i].memory))")
  }

  private func endWords(_ memory: LeaseMemory) -> String {
    switch memory.trouble {
    case .didNotOpen: return "the valve did not report open"
    case .didNotClose: return "the valve did not report closed"
    case .shortOfWater: return "short of water"
    case .leaking: return "leak"
    case nil: break
    }
    switch memory.end {
    case .time: return "time"
    case .moisture: return "moisture reached"
    case .interlock: return "interlock \(memory.interlock ?? "")"
    case .person: return memory.endedBy.map { "stopped by \($0)" } ?? "interrupted"
    case .failure, nil: return "failure"
    }
  }

  /// Takes the activity off the screens; the lease is forgotten once the valve is proved closed.
  mutating func remove(_ i: Int, _ step: inout WateringStep) {
    let memory = leases[i].memory
    if !leases[i].hasLeftTheScreens { step.effects.append(.publish(.noActivity(memory.id))) }
    leases[i].removeAt = nil
    if memory.phase == .closed {
      step.effects.append(.remember(.noLease(memory.id)))
      leases.remove(at: i)
    }
  }
}

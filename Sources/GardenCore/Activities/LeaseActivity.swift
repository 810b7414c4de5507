/// What people see of a run. A picture is made from what is remembered alone, so a restart publishes the same bytes.
extension Lease {
  /// The activity has ended and its retained topic was emptied.
  var hasLeftTheScreens: Bool { memory.activityEndedAt != nil && removeAt == nil }

  var picture: ActivityPicture {
    ActivityPicture(
      id: memory.id, plant: facts, state: memory.activityEndedAt == nil ? .active : .ended, phase: phaseShown,
      progress: memory.progress, sequence: memory.sequence, at: memory.lastUpdateAt,
      startedAt: memory.openedAt, endsBy: memory.openedAt + ActivityLimits.updates,
      staleAt: memory.lastUpdateAt + staleAfter, endsAt: memory.endsAt)
  }

  private var phaseShown: ActivityPicture.Phase {
    if memory.activityEndedAt == nil {
      switch memory.phase {
      case .opening: return .opening
      case .running: return .running
      case .closing, .closed: return .closing
      }
    }
    if let trouble = memory.trouble { return .failed(trouble) }
    switch memory.end {
    case .time: return .finished
    case .moisture, .volume: return .targetReached
    case .person: return .stopped(by: memory.endedBy)
    case .interlock: return .stopped(by: memory.endedBy)
    case .failure, nil: return .failed(.didNotClose)
    }
  }

  /// Three times the gap to the next step, at least a minute; while closing the next step may take until the bound.
  private var staleAfter: Duration {
    let gap = isLive ? max(.seconds(1), duration / 100) : closeProofWithin
    return max(.seconds(60), gap * 3)
  }

  /// Share of the run in thousandths: by the lease clock, or by litres where a volume is the target, or toward the moisture target,
  /// whichever is further.
  /// Never falls, and stays below 1 until closing is proved.
  func progress(at now: Moment) -> Double {
    guard isLive else { return memory.progress }
    let whole = Double(duration.milliseconds)
    var share = whole > 0 ? 1 - Double(left(at: now).milliseconds) / whole : 0
    // The time of a run by volume is only its bound and says nothing of how far it is.
    if let target = memory.untilLitres { share = target > 0 ? (litres ?? 0) / target : 0 }
    if let target = memory.untilMoisture, let first = memory.moistureAtStart, let moisture, target > first {
      share = max(share, (moisture - first) / (target - first))
    }
    let shown = (min(max(share, 0), ActivitySteps.beforeProofMax) * 1000).rounded(.down) / 1000
    return max(memory.progress, shown)
  }

  /// When the lease clock alone brings the next step worth sending.
  var nextStepAt: Uptime {
    let share = memory.progress + ActivitySteps.stepMin
    guard share <= ActivitySteps.beforeProofMax else { return memory.ends }
    if let target = memory.untilLitres { return stepAt(litres: target * share) }
    // One millisecond later, so that rounding down has passed the step.
    let at = memory.opened + .milliseconds(Int64((Double(duration.milliseconds) * share).rounded(.up)) + 1)
    return max(at, updatedAt + ActivitySteps.gapMin)
  }
}

extension Lease {
  /// When the present flow will have given so much; the end where a counter will tell.
  private func stepAt(litres wanted: Double) -> Uptime {
    guard let flow, flow > 0 else { return memory.ends }
    let minutes = min(max(0, wanted - (litres ?? 0)) / flow, 1e6)
    return max(
      creditedAt + .milliseconds(Int64((minutes * 60_000).rounded(.up)) + 1), updatedAt + ActivitySteps.gapMin
    )
  }
}

/// The pace of an activity's steps.
enum ActivitySteps {
  static let stepMin = 0.01
  static let beforeProofMax = 0.99
  static let gapMin: Duration = .seconds(1)
}

extension Waterings {
  /// Sends an update if it is worth one and the last is a second old; otherwise it is merged into the next.
  mutating func update(_ i: Int, _ step: inout WateringStep) {
    guard leases[i].memory.activityEndedAt == nil else { return }
    let progress = leases[i].progress(at: step.now)
    let isWorthIt =
      leases[i].owesUpdate || progress - leases[i].memory.progress > ActivitySteps.stepMin - 1e-9
    guard isWorthIt, step.now.uptime - leases[i].updatedAt >= ActivitySteps.gapMin else { return }
    leases[i].memory.progress = progress
    show(i, .update, &step)
  }

  /// Remembers, publishes for latecomers, and sends to every device that has not closed it.
  mutating func show(_ i: Int, _ kind: ActivityStep.Kind, _ step: inout WateringStep) {
    let now = step.now
    if kind != .start {
      leases[i].memory.sequence += 1
      leases[i].memory.lastUpdateAt = max(now.wall, leases[i].memory.lastUpdateAt + .seconds(1))
    }
    if leases[i].isLive {
      leases[i].memory.left = leases[i].left(at: now)
      if now.isWallTrusted { leases[i].memory.endsAt = now.wall + leases[i].memory.left }
    }
    leases[i].updatedAt = now.uptime
    leases[i].owesUpdate = false
    remember(i, &step)
    let picture = leases[i].picture
    step.effects.append(.publish(.activity(picture)))
    let hidden = leases[i].memory.hiddenOn
    let devices = leases[i].memory.devices.filter { !hidden.contains($0) }
    if !devices.isEmpty {
      step.effects.append(.activity(ActivityStep(kind: kind, picture: picture, devices: devices)))
    }
  }

  /// The device closed the activity on its own screen: no more steps for it. The watering goes on.
  package mutating func hide(
    _ head: CommandHead, activity: UniqueID, plan: GardenPlan, at now: Moment, effects: inout [Effect]
  ) -> Outcome {
    guard let i = leases.firstIndex(where: { $0.memory.id == activity }) else {
      return Outcome(id: head.id, device: head.device, code: .stale, message: "no such activity")
    }
    if !leases[i].memory.hiddenOn.contains(head.device) {
      leases[i].memory.hiddenOn.append(head.device)
      effects.append(.remember(.lease(leases[i].memory)))
    }
    return Outcome(id: head.id, device: head.device, code: .accepted, detail: .activity(activity))
  }
}

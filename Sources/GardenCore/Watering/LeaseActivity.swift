extension Lease: ShownRun {
  var activity: ActivityMemory {
    get { memory.activity }
    set { memory.activity = newValue }
  }
}

/// What people see of a run. A snapshot is made from what is remembered alone, so a restart publishes the same bytes.
extension Lease {
  /// The activity has ended and its retained topic was emptied.
  var hasLeftTheScreens: Bool { memory.activityEndedAt != nil && removeAt == nil }

  var snapshot: ActivitySnapshot {
    let activity = activity
    let isOver = activity.endedAt != nil
    var snapshot = ActivitySnapshot(
      id: activity.id, plant: facts, state: isOver ? .ended : .active, phase: isOver ? endShown : phaseShown,
      progress: activity.progress, sequence: activity.sequence, at: activity.lastUpdateAt,
      startedAt: activity.startedAt, endsBy: activity.startedAt + ActivityLimits.updates,
      staleAt: activity.lastUpdateAt + staleAfter, endsAt: expectedEnd + activityClock)
    let isByTime = memory.untilMoisture == nil && memory.untilLitres == nil
    snapshot.isEndKnown = isOver || isByTime || memory.until != nil
    guard isOver else { return snapshot }
    snapshot.litres = memory.litres
    snapshot.overrun = overrun
    snapshot.sight = ValveSight(isProvedClosed: memory.phase == .closed, flows: flows)
    snapshot.cause = memory.interlock
    return snapshot
  }

  /// When it ended, or is expected to end: by the flow where litres end it, else by its time.
  var expectedEnd: Timestamp { memory.until ?? memory.endsAt }

  /// How far the clock of its activity is ahead of the run's.
  private var activityClock: Duration {
    (activity.startedAt - memory.openedAt) - (activity.started - memory.opened)
  }

  private var phaseShown: ActivitySnapshot.Phase {
    switch memory.phase {
    case .opening: .opening
    case .running: .running
    case .closing, .closed: .closing
    }
  }

  /// Three times the gap to the next step, at least a minute; while closing the next step may take until the bound.
  var staleAfter: Duration {
    let gap = isLive ? max(.seconds(1), duration / 100) : closeProofWithin
    return max(.seconds(60), gap * 3)
  }

  /// Share of the run in thousandths: by the lease clock, or by litres where a volume is the target, or toward the moisture target,
  /// whichever is further.
  /// Stays where it is until the valve's word or a meter shows that water runs, never falls, and stays below 1 until closing is
  /// proved.
  func progress(at now: Moment) -> Double {
    guard memory.phase == .running else { return memory.progress }
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
    guard memory.phase == .running, share <= ActivitySteps.beforeProofMax else { return memory.ends }
    if let target = memory.untilLitres { return stepAt(litres: target * share) }
    // One millisecond later, so that rounding down has passed the step.
    let at = memory.opened + .milliseconds(Int64((Double(duration.milliseconds) * share).rounded(.up)) + 1)
    // After a restart the step may be due already: a second later, so that it is always ahead.
    return max(at, max(updatedAt, resumedAt) + ActivitySteps.gapMin)
  }
}

extension Lease {
  /// When the present flow will have given so much; the end where a counter will tell.
  private func stepAt(litres wanted: Double) -> Uptime {
    reaches(wanted, by: flow).map { max($0, updatedAt + ActivitySteps.gapMin) } ?? memory.ends
  }
}

extension Lease {
  /// Sends an update if one is due, and renews an activity that comes near its 8 hours.
  mutating func update(_ turn: inout Turn) {
    guard memory.activityEndedAt == nil else { return }
    let progress = self.progress(at: turn.now)
    if isLive, turn.isDue(renewAt) {
      memory.progress = progress
      keepTime(turn.now)
      renew(&turn)
      return remember(&turn)
    }
    guard isStepDue(progress, &turn) || isPastItsEnd(&turn) else { return }
    memory.progress = progress
    step(.update, &turn)
  }

  /// Remembers, publishes for latecomers, and sends to every device that has not closed it.
  mutating func step(_ kind: ActivityStep.Kind, _ turn: inout Turn) {
    countStep(kind, at: turn.now)
    keepTime(turn.now)
    remember(&turn)
    show(kind, &turn)
    hasBegun = false
  }

  /// What a restart in another boot will have to go by.
  private mutating func keepTime(_ now: Moment) {
    guard isLive else { return }
    memory.left = left(at: now)
    if now.isWallTrusted { memory.endsAt = now.wall + memory.left }
    // By a meter that has stood still since it might be over already: then nobody knows.
    memory.until = volumeReachedAt.flatMap {
      $0 < memory.ends && $0 > now.uptime ? memory.endsAt - (memory.ends - $0) : nil
    }
  }

  /// When the volume is reached, if it flows on as it did.
  private var volumeReachedAt: Uptime? { memory.untilLitres.flatMap { reaches($0, by: pace) } }

  /// The end that people were told of has come, and the run goes on.
  private func isPastItsEnd(_ turn: inout Turn) -> Bool {
    isLive && memory.until != nil && volumeReachedAt.map { turn.isDue($0) } == true
  }

  mutating func remember(_ turn: inout Turn) {
    if memory.phase == .closing { memory.until = wall(of: turn.now.uptime, at: turn.now) }
    memory.litres = litres
    memory.counter = counter
    turn.remember(.lease(memory))
  }
}

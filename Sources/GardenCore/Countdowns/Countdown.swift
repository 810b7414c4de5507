/// One countdown: what is remembered of it, and what only this process knows.
struct Countdown: Sendable, Hashable, ShownRun {
  var memory: CountdownMemory
  var facts: PlantFacts?
  var updatedAt: Uptime
  var owesUpdate = false
  let hasBegun = false
  /// When its ended activity leaves the screens.
  var removeAt: Uptime?

  init(memory: CountdownMemory, facts: PlantFacts? = nil, at now: Uptime) {
    self.memory = memory
    self.facts = facts
    updatedAt = now
  }

  var activity: ActivityMemory {
    get { memory.activity }
    set { memory.activity = newValue }
  }

  var isRunning: Bool { memory.end == nil }

  /// Never negative, never more than the whole.
  func left(at now: Moment) -> Duration { min(max(.zero, memory.ends - now.uptime), memory.duration) }

  /// Share of the time that is over, in thousandths; 1 at the end.
  func progress(at now: Moment) -> Double {
    guard isRunning else { return activity.progress }
    let whole = Double(max(1, memory.duration.milliseconds))
    let share = 1 - Double(left(at: now).milliseconds) / whole
    return max(activity.progress, (share * 1000).rounded(.down) / 1000)
  }

  /// When the clock brings the next step worth sending.
  var nextStepAt: Uptime {
    let share = activity.progress + ActivitySteps.stepMin
    guard share < 1 else { return memory.ends }
    let passed = Int64((Double(memory.duration.milliseconds) * share).rounded(.up)) + 1
    let at = memory.ends + (.milliseconds(passed) - memory.duration)
    return min(max(at, updatedAt + ActivitySteps.gapMin), memory.ends)
  }

  var staleAfter: Duration { max(.seconds(60), memory.duration / 100 * 3) }

  var snapshot: ActivitySnapshot {
    // By the clock that it began with, as all of its times.
    let end = activity.startedAt + (memory.ends - activity.started)
    return ActivitySnapshot(
      id: activity.id, kind: .countdown, plant: shownPlant, state: isRunning ? .active : .ended,
      phase: phaseShown, progress: activity.progress, sequence: activity.sequence, at: activity.lastUpdateAt,
      startedAt: activity.startedAt, endsBy: activity.startedAt + ActivityLimits.updates,
      staleAt: activity.lastUpdateAt + staleAfter,
      endsAt: isRunning ? end : min(end, activity.lastUpdateAt))
  }

  /// The plant by its id alone where the plan no longer has it.
  private var shownPlant: PlantFacts? {
    if let facts { return facts }
    return memory.plant.map {
      PlantFacts(
        id: $0, name: $0, last: activity.startedAt, next: Next(activity.startedAt + .days(1), .unknown),
        neverWatered: false)
    }
  }

  private var phaseShown: ActivitySnapshot.Phase {
    switch memory.end {
    case nil: .counting
    case .time: .timeUp
    case .person: .stopped(by: memory.endedBy)
    case .interruption: memory.interruption.map { .interrupted($0) } ?? .unknown
    }
  }
}

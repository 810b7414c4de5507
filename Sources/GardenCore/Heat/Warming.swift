/// A place on its way from one temperature to another: what is remembered of it, and what only this process knows.
struct Warming: Sendable, Hashable, ShownRun {
  /// °C at a moment.
  struct Mark: Sendable, Hashable {
    var value: Double
    var at: Uptime
  }

  var memory: WarmingMemory.Run
  var words: ActivitySnapshot.Warmth
  var updatedAt: Uptime
  var owesUpdate = false
  /// Its start says it already.
  let hasBegun = false
  /// When its ended activity leaves the screens.
  var removeAt: Uptime?
  /// Since when the temperature is unknown; `nil`: it is known.
  var unknownSince: Uptime?
  /// When it was warmest in this process, and how warm.
  var warmest: Mark
  /// Since when it is seen to heat, in this process, and how warm it was then.
  var proved: Mark?

  init(_ memory: WarmingMemory.Run, _ words: ActivitySnapshot.Warmth, at now: Uptime) {
    self.memory = memory
    self.words = words
    updatedAt = now
    warmest = Mark(value: memory.value, at: now)
  }

  var activity: ActivityMemory {
    get { memory.activity }
    set { memory.activity = newValue }
  }

  var isRunning: Bool { memory.end == nil }

  /// Share of the way in thousandths. 0 until the device says that it heats, never less than before, 1 only where it is warm.
  func progress(at temperature: Double) -> Double {
    guard memory.isProved, memory.to > memory.from else { return activity.progress }
    let share = (temperature - memory.from) / (memory.to - memory.from)
    let shown = (min(max(share, 0), ActivitySteps.beforeProofMax) * 1000).rounded(.down) / 1000
    return max(activity.progress, shown)
  }

  /// A probe speaks when it likes: between its values nothing comes by the clock but the sign that somebody watches.
  var nextStepAt: Uptime { updatedAt + staleAfter }
  var staleAfter: Duration { .minutes(15) }

  var snapshot: ActivitySnapshot {
    var shown = ActivitySnapshot(
      id: activity.id, kind: .heating, plant: nil, state: isRunning ? .active : .ended, phase: phase,
      progress: activity.progress, sequence: activity.sequence, at: activity.lastUpdateAt,
      startedAt: activity.startedAt, endsBy: activity.startedAt + ActivityLimits.updates,
      staleAt: activity.lastUpdateAt + staleAfter, endsAt: activity.startedAt + ActivityLimits.updates)
    shown.warmth = words
    shown.warmth?.from = memory.from
    shown.warmth?.to = memory.to
    shown.warmth?.value = memory.value
    shown.warmth?.warmAt = memory.warmAt
    return shown
  }

  private var phase: ActivitySnapshot.Phase {
    switch memory.end {
    case nil: memory.isProved ? .running : .opening
    case .warm: .finished
    case .person: .stopped(by: memory.endedBy)
    case .interruption: .interrupted(memory.interruption ?? .restart)
    case .failure: .unheated(memory.failure ?? .noEffect)
    }
  }
}

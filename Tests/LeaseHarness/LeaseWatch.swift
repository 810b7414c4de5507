import GardenCore

/// Looks at every batch of effects of a garden that waters, and at the water itself, and says which promise was broken.
package struct LeaseWatch: Sendable {
  /// What the screens saw of one run.
  struct Run: Sendable {
    var valve: Int
    /// True times, ms.
    var startedAt: Int64
    var endsAt: Int64
    /// The garden itself ended it earlier.
    var closingAt: Int64?
    var hasEnded = false
    var isShown = true
    var last: ActivitySnapshot?
    var sawOpen = false
    var heardClosed = false
    /// It goes on from an older step than the last that was seen.
    var isRepeating = false
  }

  let plan: GardenPlan
  var runs: [UniqueID: Run] = [:]
  package private(set) var problems: [String] = []
  /// Whole life of the simulation.
  package private(set) var counts = LeaseCounts()
  /// Per valve: true milliseconds of water beyond the lease while nothing stood in the way.
  private var helpless: [Int64]
  /// The same of a valve that hangs: since something stood in the way, or since it hangs.
  private var hung: [Int64]

  init(plan: GardenPlan) {
    self.plan = plan
    helpless = Array(repeating: 0, count: plan.actuators.count)
    hung = helpless
  }

  mutating func problem(_ text: String, at time: Int64) {
    if problems.count < 5 { problems.append("at \(time) ms: \(text)") }
  }

  // MARK: effects

  /// What may be done by the event that led to the effects.
  struct Licence {
    /// A report, and a message that is repeated, retained or expired, opens nothing.
    var mayOpen: Bool
    var isOtherBoot: Bool
  }

  mutating func look(_ effects: [Effect], memory: GardenMemory, now: Moment, time: Int64, _ licence: Licence)
  {
    for effect in effects {
      switch effect {
      case .remember(.lease(let lease)): remembered(lease, now, time)
      case .activity(let step): see(step, now, time)
      case .publish(.activity(let snapshot)): runs[snapshot.id]?.isShown = true
      case .publish(.noActivity(let id)): runs[id]?.isShown = false
      case .command(let command): told(command, memory, time, licence)
      case .acknowledge(let outcome): counts.refusals += outcome.code.isOK ? 0 : 1
      case .log(let line) where line.level == .alarm: counts.alarms += 1
      default: break
      }
    }
  }

  private mutating func remembered(_ lease: LeaseMemory, _ now: Moment, _ time: Int64) {
    guard let valve = plan.actuators.firstIndex(where: { $0.id == lease.actuator }) else {
      return problem("a lease of no valve", at: time)
    }
    if runs[lease.id] == nil {
      counts.leases += 1
      runs[lease.id] = Run(
        valve: valve, startedAt: time, endsAt: time + (lease.ends - now.uptime).milliseconds)
    }
    guard lease.phase == .closing || lease.phase == .closed, let run = runs[lease.id] else { return }
    if run.closingAt == nil { runs[lease.id]?.closingAt = time }
  }

  private mutating func told(
    _ command: ActuatorCommand, _ memory: GardenMemory, _ time: Int64, _ licence: Licence
  ) {
    let valve = Int(command.actuator.position)
    guard plan.actuators.indices.contains(valve) else { return problem("a command to nobody", at: time) }
    guard case .open(let runs) = command.action else { return counts.closes += 1 }
    counts.opens += 1
    let id = plan.actuators[valve].id
    if !licence.mayOpen { problem("\(id) was opened by what may open nothing", at: time) }
    let lease = memory.leases.first { $0.actuator == id && ($0.phase == .opening || $0.phase == .running) }
    guard let lease, let run = self.runs[lease.id] else {
      return problem("\(id) opened without a lease", at: time)
    }
    let asked = run.endsAt - run.startedAt
    let beyond = time + runs.milliseconds - run.endsAt
    // Across a power cut the time since the last written step is not known: a hundredth of the run.
    if beyond > (licence.isOtherBoot ? asked / 50 + 3000 : 1) {
      problem("\(id) opened \(beyond) ms beyond its lease", at: time)
    }
    // Dry until the dead zone is left again.
    let isDry = lease.moistureAtStart.map { $0 < LeasePlan.dryBelow + LeasePlan.deadband } ?? false
    if lease.reason == .rule, !isDry {
      problem("\(id) opened by rule at \(String(describing: lease.moistureAtStart)) %", at: time)
    }
  }

  private mutating func see(_ step: ActivityStep, _ now: Moment, _ time: Int64) {
    let snapshot = step.snapshot
    guard var run = runs[snapshot.id] else { return problem("an activity of no lease", at: time) }
    if run.hasEnded { problem("\(step.kind) after the end", at: time) }
    if (step.kind == .start) == (run.last != nil), !run.isRepeating {
      problem("\(step.kind) out of order", at: time)
    }
    if !(0...1).contains(snapshot.progress) { problem("progress \(snapshot.progress)", at: time) }
    if let last = run.last {
      if snapshot.progress < last.progress { problem("progress fell", at: time) }
      if snapshot.sequence <= last.sequence { problem("sequence did not rise", at: time) }
      if snapshot.at - last.at < .seconds(1) { problem("two steps in a second", at: time) }
    }
    let isWhole = snapshot.phase == .finished || snapshot.phase == .targetReached
    if isWhole != (snapshot.progress == 1) {
      problem("\(snapshot.phase) at \(snapshot.progress)", at: time)
    }
    if snapshot.progress == 1, step.kind != .end || !run.sawOpen || !run.heardClosed {
      problem("100 % without proof", at: time)
    }
    if snapshot.staleAt - snapshot.at < .seconds(60) { problem("stale too soon", at: time) }
    if time - run.startedAt > ActivityLimits.updates.milliseconds {
      problem("updated beyond 8 hours", at: time)
    }
    run.hasEnded = step.kind == .end
    run.last = snapshot
    runs[snapshot.id] = run
    if run.hasEnded, isWhole { counts.whole += 1 }
  }

  /// A live word of the valve that reached the garden.
  mutating func heard(_ valve: Int, isOpen: Bool) {
    for id in runs.keys where runs[id]?.valve == valve && runs[id]?.hasEnded == false {
      if isOpen { runs[id]?.sawOpen = true } else { runs[id]?.heardClosed = true }
    }
  }

  // MARK: water

  /// `from` to `to` passed with the valve as it stands. `isInReach`: nothing stands between the garden and the valve.
  mutating func passed(
    _ v: Int, _ valve: FaultyValve, from: Int64, to: Int64, isInReach: Bool, excused: Int64
  ) {
    guard valve.isOpen, let opened = valve.openedAt else {
      helpless[v] = 0
      hung[v] = 0
      return
    }
    // The lease under which it was opened, or none.
    let run = runs.values.filter { $0.valve == v && $0.startedAt <= opened }.max {
      $0.startedAt < $1.startedAt
    }
    let hardEnd = run?.endsAt ?? opened
    let end = min(hardEnd, run?.closingAt ?? hardEnd)
    let beyondEnd = max(0, to - max(from, end))
    hung[v] = isInReach && valve.isHung && !valve.hasTimer ? hung[v] + beyondEnd : 0
    counts.hungMax = max(counts.hungMax, hung[v])
    if hung[v] > LeaseBounds.hung { problem("\(plan.actuators[v].id) hangs, and is not told again", at: to) }
    if isInReach, to > end, !valve.isHung {
      helpless[v] += to - max(from, end)
      counts.inReachMax = max(counts.inReachMax, helpless[v])
      if helpless[v] > LeaseBounds.inReach { problem("\(plan.actuators[v].id) stays open in reach", at: to) }
    }
    guard valve.hasTimer else { return }
    let beyond = to - max(hardEnd, excused)
    counts.timedMax = max(counts.timedMax, beyond)
    if beyond > LeaseBounds.timed { problem("\(plan.actuators[v].id) runs on past its own timer", at: to) }
  }

  /// Nothing is left of the runs: each had its end, and left the screens.
  mutating func rested(at time: Int64) {
    for run in runs.values {
      if !run.hasEnded { problem("an activity did not end", at: time) }
      if run.isShown { problem("an activity stayed on the screens", at: time) }
    }
    runs = [:]
  }
}

/// The longest water beyond a lease, true milliseconds. Tests hold the engine to them; the documentation repeats them.
package enum LeaseBounds {
  /// While bridge, broker, road and valve are well: a close each minute, its road, and the word of it.
  package static let inReach: Int64 = 120_000
  /// While a valve hangs that has no timer, says closed and would hear the next close: the longest wait between two of them.
  package static let hung: Int64 = 10 * 60_000 + 60_000
  /// With a timer of its own, whatever happens to the bridge: as long as an open may be under way, and be repeated.
  package static let timed: Int64 = LeaseRoad.patience + 30_000
}

/// That something happened at all: a simulation in which nothing does proves nothing.
package struct LeaseCounts: Sendable, Hashable {
  package var leases = 0
  package var whole = 0
  package var opens = 0
  package var closes = 0
  package var alarms = 0
  package var restarts = 0
  package var powerCuts = 0
  package var repeats = 0
  package var refusals = 0
  package var timedMax: Int64 = 0
  package var inReachMax: Int64 = 0
  package var hungMax: Int64 = 0

  package init() {}

  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.leases += b.leases
    sum.whole += b.whole
    sum.opens += b.opens
    sum.closes += b.closes
    sum.alarms += b.alarms
    sum.restarts += b.restarts
    sum.powerCuts += b.powerCuts
    sum.repeats += b.repeats
    sum.refusals += b.refusals
    sum.timedMax = max(a.timedMax, b.timedMax)
    sum.inReachMax = max(a.inReachMax, b.inReachMax)
    sum.hungMax = max(a.hungMax, b.hungMax)
    return sum
  }
}

extension LeaseWatch {
  /// The process died with a full disk: what was never written is not known any more. Its valves were not opened.
  mutating func forgot(allBut kept: [LeaseMemory]) {
    for id in Array(runs.keys) {
      guard let lease = kept.first(where: { $0.id == id }) else {
        // Its retained snapshot expires at the broker.
        runs[id] = nil
        continue
      }
      runs[id]?.hasEnded = lease.activityEndedAt != nil
      runs[id]?.last = nil
      runs[id]?.isRepeating = true
    }
  }

  mutating func counted(_ what: WritableKeyPath<LeaseCounts, Int>) { counts[keyPath: what] += 1 }
}

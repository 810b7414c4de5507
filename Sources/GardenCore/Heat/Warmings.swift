/// Places that get warm, for those who watch: from where a heater or thermostat begins to the temperature that is asked for. They move
/// nothing: they follow what is to be seen of those that do.
package struct Warmings: Sendable, Hashable {
  /// One heater or thermostat.
  struct Watch: Sendable, Hashable {
    var memory: WarmingMemory
    var sight: HeatSight?
    /// °C asked for when it was last seen at rest.
    var askedBefore: Double?
    var run: Warming?
  }

  var watches: [Watch] = []
  /// The next uptime at which time alone changes anything; `nil`: nothing is on.
  var wake: Uptime?
  /// The bridge goes down: what is seen from here on is not followed.
  var isSuspended = false

  /// Nothing happens before ``start(_:)``.
  package init(memory: [WarmingMemory]) { watches = memory.map { Watch(memory: $0) } }

  package var snapshots: [Snapshot] { watches.compactMap { $0.run.map { .activity($0.snapshot) } } }

  /// Takes what is to be seen now; to be called whenever that may have changed.
  mutating func follow(_ sight: HeatSight, _ turn: inout Turn) {
    guard !isSuspended else { return }
    var w = watches.firstIndex { $0.memory.id == sight.id }
    if w == nil {
      watches.append(Watch(memory: WarmingMemory(id: sight.id)))
      w = watches.indices.last
    }
    guard let w, watches[w].sight != sight else { return }
    watches[w].sight = sight
    settle(&turn)
  }

  /// After every step, and as time passes.
  mutating func settle(_ turn: inout Turn) {
    wake = turn.settle { turn in
      for w in watches.indices { weigh(w, &turn) }
    }
  }

  private mutating func weigh(_ w: Int, _ turn: inout Turn) {
    if let removeAt = watches[w].run?.removeAt, turn.isDue(removeAt) { remove(w, &turn) }
    guard !isSuspended, let sight = watches[w].sight else { return }
    if let run = watches[w].run, run.isRunning, !isNewsNow(w, run, sight) {
      goOn(w, sight, &turn)
    } else if let temperature = sight.temperature {
      if temperature >= sight.warm { forgive(w, &turn) }
      if begins(w, sight, temperature) { begin(w, sight, temperature, &turn) }
    }
    // What was asked for while it had to wait is still news when it begins.
    if watches[w].askedBefore == nil || sight.temperature != nil && sight.state != .pausing {
      watches[w].askedBefore = sight.target
    }
  }

  /// Nobody was told of a heater that kept its place warm, and now somebody asks for more.
  private func isNewsNow(_ w: Int, _ run: Warming, _ sight: HeatSight) -> Bool {
    run.activity.devices.isEmpty && isAskedForMore(w, sight)
      && sight.temperature.map { begins(w, sight, $0) } ?? false
  }

  private func begins(_ w: Int, _ sight: HeatSight, _ temperature: Double) -> Bool {
    guard sight.state == .asked || sight.state == .heating, temperature < sight.warm else { return false }
    guard sight.newsBelow != nil else {
      return isAskedForMore(w, sight) && temperature <= sight.target - HeatLimits.effectMin
    }
    let memory = watches[w].memory
    // A relay that answers again shows it by heating.
    return memory.failedAt != sight.target || memory.failure == .didNotSwitchOn && sight.state == .heating
  }

  private func isAskedForMore(_ w: Int, _ sight: HeatSight) -> Bool {
    watches[w].askedBefore.map { sight.target > $0 } ?? false
  }

  /// A heater that only keeps its place warm goes on and off all night: who wants to see that finds it, and nobody is told.
  private mutating func begin(_ w: Int, _ sight: HeatSight, _ temperature: Double, _ turn: inout Turn) {
    remove(w, &turn)
    let isNews = isAskedForMore(w, sight) || sight.newsBelow.map { temperature <= $0 } ?? true
    let id = UniqueID(at: turn.now.wall, random: &turn.dice)
    let activity = ActivityMemory(
      id: id, startedAt: turn.now.wall, started: turn.now.uptime, lastUpdateAt: turn.now.wall,
      devices: isNews ? turn.screens : [])
    var run = Warming(
      WarmingMemory.Run(boot: turn.boot, from: temperature, to: sight.target, activity: activity),
      Self.words(sight.id, turn.plan), at: turn.now.uptime)
    see(sight, &run, watches[w].memory.rate, turn.now)
    watches[w].run = run
    show(w, .start, &turn)
  }

  private mutating func goOn(_ w: Int, _ sight: HeatSight, _ turn: inout Turn) {
    guard var run = watches[w].run else { return }
    let shown = run.memory
    if let temperature = sight.temperature { run.memory.value = temperature }
    watches[w].run = run
    switch sight.state {
    case .held(let by):
      return by == nil ? end(w, .interruption, why: .emergencyStop, &turn) : end(w, .person, by: by, &turn)
    case .failed(let failure): return end(w, .failure, failure: failure, &turn)
    case .broken(let why): return end(w, .interruption, why: why, &turn)
    case .idle, .asked, .heating, .pausing: break
    }
    if let temperature = sight.temperature {
      run.unknownSince = nil
      let asked = run.memory.to
      run.memory.to = sight.target
      if temperature >= sight.warm {
        // Where less is asked for than before, it did not get warm: it need not.
        watches[w].run = run
        let isGivenUp = sight.target < asked && temperature < asked - (sight.target - sight.warm)
        return isGivenUp ? end(w, .person, by: sight.mover, &turn) : end(w, .warm, &turn)
      }
    } else {
      let since = run.unknownSince ?? turn.now.uptime
      run.unknownSince = since
      if turn.isDue(since + HeatLimits.blindPatience) { return end(w, .failure, failure: .blind, &turn) }
    }
    see(sight, &run, watches[w].memory.rate, turn.now)
    // A step that only moves a tenth of a degree is no news.
    if shown.to != run.memory.to || abs(shown.value - run.memory.value) >= HeatLimits.effectMin
      || shown.isProved != run.memory.isProved || (shown.warmAt == nil) != (run.memory.warmAt == nil)
    {
      run.owesUpdate = true
    }
    let progress = run.progress(at: run.memory.value)
    if sight.temperature != nil, turn.isDue(run.warmest.at + patience(w)) {
      watches[w].run = run
      return end(w, .failure, failure: .noEffect, &turn)
    }
    if turn.isDue(run.renewAt) {
      run.activity.progress = progress
      run.renew(&turn)
      watches[w].run = run
      remember(w, &turn)
    } else if run.isStepDue(progress, &turn) {
      run.activity.progress = progress
      watches[w].run = run
      show(w, .update, &turn)
    } else {
      // What is shown is what is remembered, until the next step.
      run.memory.value = shown.value
      run.memory.warmAt = shown.warmAt
      watches[w].run = run
    }
  }

  /// What is to be seen at a moment says of a run. While its relay is off, or its temperature unknown, nobody knows when it gets warm.
  private func see(_ sight: HeatSight, _ run: inout Warming, _ rate: Double?, _ now: Moment) {
    if sight.state != .asked { run.memory.isProved = sight.state == .heating }
    run.memory.warmAt = nil
    guard let temperature = sight.temperature else { return }
    if run.proved == nil, run.memory.isProved { run.proved = .init(value: temperature, at: now.uptime) }
    if temperature >= run.warmest.value + HeatLimits.riseMin {
      run.warmest = .init(value: temperature, at: now.uptime)
    }
    guard run.memory.isProved, now.isWallTrusted, let rate else { return }
    let left = Duration.milliseconds(Int64(max(0, sight.target - temperature) / rate * 3_600_000))
    if left <= ActivityLimits.updates { run.memory.warmAt = now.wall + left }
  }

  /// How long it may get no warmer: what it would need for half a degree, four times over.
  private func patience(_ w: Int) -> Duration {
    guard let rate = watches[w].memory.rate else { return HeatLimits.riseWithinMax }
    let learned = Duration.milliseconds(Int64(4 * HeatLimits.effectMin / rate * 3_600_000))
    return min(max(learned, HeatLimits.riseWithinMin), HeatLimits.riseWithinMax)
  }

  /// The activity keeps the clock that it began with; what is expected lies on the present one.
  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    for w in watches.indices {
      guard let warmAt = watches[w].run?.memory.warmAt else { continue }
      let moved = correct(warmAt, lead: ActivityLimits.updates)
      guard moved != warmAt else { continue }
      watches[w].run?.memory.warmAt = moved
      watches[w].run?.owesUpdate = true
      remember(w, &turn)
    }
  }

  /// A device closed it on its own screen. `nil`: no such activity here.
  mutating func hide(_ head: CommandHead, activity: UniqueID, _ turn: inout Turn) -> Outcome? {
    guard let w = watches.firstIndex(where: { $0.run?.activity.id == activity }) else { return nil }
    if watches[w].run?.hide(on: head.device) == true { remember(w, &turn) }
    return head.outcome(.accepted, .activity(activity))
  }
}

extension HeatLimits {
  /// A place that rose by this much, °C, got warmer.
  static let riseMin = 0.2
  /// What gets no warmer for so long has no effect; the first where its runs have taught no other time.
  static let riseWithinMax: Duration = .hours(2)
  static let riseWithinMin: Duration = .minutes(30)
  /// A run teaches how fast it gets warm where it rose by this much, °C, in that time at least.
  static let lessonRise = 1.0
  static let lessonTime: Duration = .minutes(5)
  /// °C that a thermostat's own probe may differ from the place's.
  package static let thermostatTolerance = 0.5
}

// How a run ends, and how it goes on after a restart.
extension Warmings {
  mutating func end(
    _ w: Int, _ end: WarmingMemory.End, by device: DeviceID? = nil, why: Interruption? = nil,
    failure: HeatFailure? = nil, _ turn: inout Turn
  ) {
    guard var run = watches[w].run else { return }
    run.memory.end = end
    run.memory.endedBy = device
    run.memory.interruption = why
    run.memory.failure = failure
    run.memory.warmAt = nil
    run.activity.progress = end == .warm ? 1 : run.progress(at: run.memory.value)
    run.activity.endedAt = turn.now.wall
    run.removeAt = turn.now.uptime + WateringLimits.dismissal
    watches[w].run = run
    if failure == .noEffect || failure == .didNotSwitchOn {
      watches[w].memory.failure = failure
      watches[w].memory.failedAt = run.memory.to
    }
    if end == .warm { learn(w, run, turn.now) }
    show(w, .end, &turn)
  }

  /// A run that got warm teaches how fast that goes.
  private mutating func learn(_ w: Int, _ run: Warming, _ now: Moment) {
    guard let proved = run.proved else { return }
    let (rise, time) = (run.memory.value - proved.value, now.uptime - proved.at)
    guard rise >= HeatLimits.lessonRise, time >= HeatLimits.lessonTime else { return }
    let rate = rise * 3_600_000 / Double(time.milliseconds)
    watches[w].memory.rate = watches[w].memory.rate.map { ($0 + rate) / 2 } ?? rate
  }

  mutating func forgive(_ w: Int, _ turn: inout Turn) {
    guard watches[w].memory.failure != nil else { return }
    watches[w].memory.failure = nil
    watches[w].memory.failedAt = nil
    remember(w, &turn)
  }

  /// Off the screens.
  mutating func remove(_ w: Int, _ turn: inout Turn) {
    guard let run = watches[w].run else { return }
    turn.effects.append(.publish(.noActivity(run.activity.id)))
    watches[w].run = nil
    if Self.isKnown(watches[w].memory.id, turn.plan) {
      remember(w, &turn)
    } else {
      turn.remember(.noWarming(id: watches[w].memory.id))
    }
  }

  mutating func show(_ w: Int, _ kind: ActivityStep.Kind, _ turn: inout Turn) {
    watches[w].run?.countStep(kind, at: turn.now)
    remember(w, &turn)
    watches[w].run?.show(kind, &turn)
  }

  mutating func remember(_ w: Int, _ turn: inout Turn) {
    watches[w].memory.run = watches[w].run?.memory
    turn.remember(.warming(watches[w].memory))
  }

  /// After a restart. A run goes on where it was: whether its place still gets warm is seen as before.
  mutating func start(_ turn: inout Turn) {
    // What is due now is for the tick that follows at once.
    defer { wake = turn.now.uptime }
    for w in watches.indices {
      guard var memory = watches[w].memory.run else { continue }
      if memory.boot != turn.boot {
        let now = turn.now.isWallTrusted ? turn.now.wall : memory.activity.lastUpdateAt
        let gone = max(.zero, now - memory.activity.startedAt)
        memory.activity.started = turn.now.uptime + (.zero - gone)
        memory.boot = turn.boot
      }
      var run = Warming(memory, Self.words(watches[w].memory.id, turn.plan), at: turn.now.uptime)
      run.updatedAt = turn.now.uptime + (.zero - ActivitySteps.gapMin)
      if let ended = memory.activity.endedAt {
        let since = turn.now.isWallTrusted ? max(.zero, turn.now.wall - ended) : .zero
        run.removeAt = turn.now.uptime + max(.zero, WateringLimits.dismissal - since)
      } else {
        run.unknownSince = turn.now.uptime
        // Its relay is switched off first, and nobody has measured anything yet.
        if turn.plan.hasHeater(watches[w].memory.id) { run.memory.isProved = false }
        run.memory.warmAt = nil
        run.owesUpdate = true
      }
      watches[w].run = run
      turn.effects.append(.publish(.activity(run.snapshot)))
      remember(w, &turn)
    }
    for w in watches.indices where watches[w].run.map({ isOver($0, w, turn) }) ?? false {
      end(w, .interruption, why: .bridgeStopped, &turn)
    }
    leave(&turn)
  }

  /// Put back from a backup, no run goes on; nor does that of a thermostat which had not answered and is not asked again.
  private func isOver(_ run: Warming, _ w: Int, _ turn: Turn) -> Bool {
    guard run.isRunning else { return false }
    let isOfBefore = turn.memory.restored.map { $0.at.map { run.activity.startedAt < $0 } ?? true } ?? false
    let isLost = !run.memory.isProved && !turn.plan.hasHeater(watches[w].memory.id)
    return isOfBefore || isLost && watches[w].sight?.state != .asked
  }

  /// The plan in force no longer has them.
  mutating func leave(_ turn: inout Turn) {
    for w in watches.indices.reversed() where !Self.isKnown(watches[w].memory.id, turn.plan) {
      watches[w].sight = nil
      if watches[w].run?.isRunning == true {
        end(w, .interruption, why: .configuration, &turn)
      } else if watches[w].run == nil {
        turn.remember(.noWarming(id: watches.remove(at: w).memory.id))
      }
    }
    settle(&turn)
  }

  /// The bridge goes down. What it switches off gets no warmer by it; a thermostat that is left alone does.
  mutating func suspend(_ turn: inout Turn) {
    for w in watches.indices where watches[w].run?.isRunning == true {
      let actuator = turn.plan.actuators.first { $0.id == watches[w].memory.id }
      let isLeftAlone = watches[w].sight?.newsBelow == nil && actuator?.fallback == nil
      if !isLeftAlone { end(w, .interruption, why: .bridgeStopped, &turn) }
    }
    isSuspended = true
  }

  private static func isKnown(_ id: String, _ plan: GardenPlan) -> Bool {
    plan.actuators.contains { $0.id == id && !$0.isValve }
  }

  /// The place that the actuator keeps warm, or its own name.
  static func words(_ id: String, _ plan: GardenPlan) -> ActivitySnapshot.Warmth {
    let position = plan.actuators.firstIndex { $0.id == id }
    let device = position.map { plan.actuators[$0].name } ?? id
    let place = plan.places.first { $0.thermostat.map { Int($0.position) } == position && position != nil }
    return ActivitySnapshot.Warmth(
      name: place?.name ?? device, device: device, control: "\(id)-setpoint")
  }
}

/// Countdowns for water by can or hose. One per plant, and one without a plant. They move nothing, so they need no
/// lease; but they survive a restart by the same rule: left = left when it was last written − time away.
package struct Countdowns: Sendable, Hashable {
  /// Oldest first: running ones, and ended ones whose activity is still shown.
  var runs: [Countdown] = []
  /// The next uptime at which time alone changes anything; `nil`: nothing is on.
  var wake: Uptime?

  /// Longer than a run of a valve need not be.
  package static let durationMax: Duration = .hours(12)
  /// An ended activity stays this long.
  static let dismissal: Duration = .minutes(30)

  /// Nothing happens before ``start(facts:_:)``.
  package init(memory: [CountdownMemory], at now: Moment) {
    runs = memory.map { Countdown(memory: $0, at: now.uptime) }
  }

  package var memory: [CountdownMemory] { runs.map(\.memory) }
  package var snapshots: [Snapshot] { runs.map { .activity($0.snapshot) } }

  func running(_ plant: PlantID?) -> Int? { runs.firstIndex { $0.isRunning && $0.memory.plant == plant } }

  /// Says that it started, or why not. The plant is known, and the sender may ask for it.
  mutating func ask(
    _ head: CommandHead, facts: PlantFacts?, duration: Duration, devices: [DeviceID], _ turn: inout Turn
  ) -> Outcome {
    defer { settle(&turn) }
    guard duration >= .seconds(1), duration <= Self.durationMax else {
      return head.outcome(
        Reason(.countdownLength, asked: duration.inSeconds, most: Self.durationMax.inSeconds))
    }
    if let i = running(facts?.id) {
      return head.outcome(Reason(.countdownRunning), .activity(runs[i].activity.id))
    }
    forgetEnded(of: facts?.id, &turn)
    let id = UniqueID(at: turn.now.wall, random: &turn.dice)
    let memory = CountdownMemory(
      id: id, plant: facts?.id, by: head.device, boot: turn.boot, endsAt: turn.now.wall + duration,
      ends: turn.now.uptime + duration, duration: duration, left: duration,
      activity: ActivityMemory(
        id: id, startedAt: turn.now.wall, started: turn.now.uptime, lastUpdateAt: turn.now.wall,
        devices: devices))
    runs.append(Countdown(memory: memory, facts: facts, at: turn.now.uptime))
    turn.news.append(.closes(key: NoticeKey.countdown(facts?.id), .superseded))
    show(runs.count - 1, .start, &turn)
    return head.outcome(.accepted, .activity(id))
  }

  /// A person breaks it off. A press from before it began was meant for another one.
  mutating func stop(_ head: CommandHead, plant: PlantID?, skew: Duration, _ turn: inout Turn) -> Outcome {
    defer { settle(&turn) }
    guard let i = running(plant) else {
      return head.outcome(Reason(.noCountdown))
    }
    if turn.now.isWallTrusted && head.at + skew < runs[i].memory.activity.startedAt {
      return head.outcome(Reason(.countdownNewer))
    }
    end(i, .person, by: head.device, &turn)
    return head.outcome(.accepted, .activity(runs[i].activity.id))
  }

  /// `nil`: no such activity here.
  mutating func hide(_ head: CommandHead, activity: UniqueID, _ turn: inout Turn) -> Outcome? {
    let i = runs.firstIndex { $0.memory.id == activity || $0.activity.id == activity }
    guard let i else { return nil }
    if runs[i].hide(on: head.device) { remember(i, &turn) }
    return head.outcome(.accepted, .activity(runs[i].activity.id))
  }

  /// After every step, and as time passes.
  mutating func settle(_ turn: inout Turn) {
    wake = turn.settle { turn in
      for i in runs.indices.reversed() {
        if let removeAt = runs[i].removeAt {
          if turn.isDue(removeAt) { remove(i, &turn) }
        } else if turn.isDue(runs[i].memory.ends) {
          finish(i, &turn)
        } else {
          update(i, &turn)
        }
      }
    }
  }

  private mutating func update(_ i: Int, _ turn: inout Turn) {
    guard runs[i].isRunning else { return }
    let progress = runs[i].progress(at: turn.now)
    if turn.isDue(runs[i].renewAt) {
      runs[i].activity.progress = progress
      keepTime(i, turn.now)
      runs[i].renew(&turn)
      remember(i, &turn)
    } else if runs[i].isStepDue(progress, &turn) {
      runs[i].activity.progress = progress
      show(i, .update, &turn)
    }
  }

  /// What a restart in another boot will have to go by.
  mutating func keepTime(_ i: Int, _ now: Moment) {
    guard runs[i].isRunning else { return }
    runs[i].memory.left = runs[i].left(at: now)
    if now.isWallTrusted { runs[i].memory.endsAt = now.wall + runs[i].memory.left }
  }

  private mutating func show(_ i: Int, _ kind: ActivityStep.Kind, _ turn: inout Turn) {
    runs[i].countStep(kind, at: turn.now)
    keepTime(i, turn.now)
    remember(i, &turn)
    runs[i].show(kind, &turn)
  }

  mutating func finish(_ i: Int, _ turn: inout Turn) {
    let memory = runs[i].memory
    runs[i].activity.progress = 1
    runs[i].memory.left = .zero
    end(i, .time, by: nil, &turn)
    turn.news.append(.closes(key: NoticeKey.countdown(memory.plant), .superseded))
    // What ran out while the bridge was away for a day is no news.
    guard turn.now.uptime - memory.ends < turn.plan.reminders.expiresAfter else { return }
    turn.news.append(.opens(.countdown(memory.plant)))
  }

  mutating func end(
    _ i: Int, _ end: CountdownMemory.End, by device: DeviceID?, why: Interruption? = nil, _ turn: inout Turn
  ) {
    if end != .time {
      runs[i].activity.progress = min(runs[i].progress(at: turn.now), ActivitySteps.beforeProofMax)
      runs[i].memory.left = runs[i].left(at: turn.now)
    }
    runs[i].memory.end = end
    runs[i].memory.endedBy = device
    runs[i].memory.interruption = why
    runs[i].activity.endedAt = turn.now.wall
    runs[i].removeAt = turn.now.uptime + Self.dismissal
    show(i, .end, &turn)
  }

  /// A new one takes the ended activity of the last one off the screens, so that they cannot pile up.
  private mutating func forgetEnded(of plant: PlantID?, _ turn: inout Turn) {
    for i in runs.indices.reversed() where !runs[i].isRunning && runs[i].memory.plant == plant {
      remove(i, &turn)
    }
  }

  private mutating func remove(_ i: Int, _ turn: inout Turn) {
    let memory = runs.remove(at: i).memory
    turn.effects.append(.publish(.noActivity(memory.activity.id)))
    turn.remember(.noCountdown(memory.id))
  }

  func remember(_ i: Int, _ turn: inout Turn) {
    turn.remember(.countdown(runs[i].memory))
  }
}

extension Countdowns {
  /// Water by can or hose, as a person says: with the times of the countdown that timed it, where there is one.
  func handRecord(_ head: CommandHead, _ plant: PlantID) -> WateringRecord {
    let timed = runs.last {
      $0.memory.plant == plant && ($0.isRunning || $0.memory.end == .time)
    }
    var from = head.at
    var until = head.at
    if let memory = timed?.memory {
      from = min(memory.endsAt - memory.duration, head.at)
      until = min(memory.endsAt, head.at)
    }
    return WateringRecord(
      id: head.id, plant: plant, from: from, until: until, kind: .hand, by: head.device)
  }
}

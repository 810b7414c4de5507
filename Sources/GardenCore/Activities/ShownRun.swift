/// A run that people see as an activity: a lease, a countdown, or a place that gets warm. The pace of its steps, its renewal and its end
/// are the same for all.
protocol ShownRun {
  var activity: ActivityMemory { get set }
  /// When the last step was made, in this process.
  var updatedAt: Uptime { get set }
  /// Something other than the progress changed since then.
  var owesUpdate: Bool { get set }
  /// What is shown, made from what is remembered alone.
  var snapshot: ActivitySnapshot { get }
  /// After this long without a step the content counts as old.
  var staleAfter: Duration { get }
  /// When the clock brings the next step worth sending.
  var nextStepAt: Uptime { get }
  /// Something proved that it runs, and no step has said so yet.
  var hasBegun: Bool { get }
}

/// The pace of an activity's steps.
enum ActivitySteps {
  static let stepMin = 0.01
  static let beforeProofMax = 0.99
  static let gapMin: Duration = .seconds(1)
}

extension ShownRun {
  /// Whether an update is worth one: the progress rose by a hundredth, something else changed, or the content would
  /// soon count as old, so that a run that goes on never looks like one that nobody watches. Not before the last is a second old: then
  /// it is merged into the next. Never after the end.
  func isStepDue(_ progress: Double, _ turn: inout Turn) -> Bool {
    guard activity.endedAt == nil else { return false }
    if owesUpdate || progress - activity.progress > ActivitySteps.stepMin - 1e-9 {
      return turn.isDue(updatedAt + ActivitySteps.gapMin)
    }
    turn.wait(until: nextStepAt)
    return turn.isDue(updatedAt + .milliseconds(staleAfter.milliseconds / 3 * 2))
  }

  /// A new activity takes over then: before the devices take no more updates of this one.
  var renewAt: Uptime { activity.started + (ActivityLimits.updates - ActivityLimits.renewalLead) }

  /// Makes the next step's number and time. The time runs on from the start by the monotonic clock: a wall clock that is set
  /// meanwhile would end the activity on devices that hold it to its 8 hours.
  mutating func countStep(_ kind: ActivityStep.Kind, at now: Moment) {
    if kind != .start {
      activity.sequence += 1
      activity.lastUpdateAt = nextStamp(at: now)
    }
    updatedAt = now.uptime
    owesUpdate = false
  }

  private func nextStamp(at now: Moment) -> Timestamp {
    max(activity.startedAt + (now.uptime - activity.started), activity.lastUpdateAt + .seconds(1))
  }

  /// The step for latecomers, and to every device that has not closed the activity.
  func show(_ kind: ActivityStep.Kind, _ turn: inout Turn) {
    let snapshot = snapshot
    turn.effects.append(.publish(.activity(snapshot)))
    send(kind, snapshot, &turn)
  }

  private func send(_ kind: ActivityStep.Kind, _ snapshot: ActivitySnapshot, _ turn: inout Turn) {
    let devices = activity.devices.filter { !activity.hiddenOn.contains($0) }
    if !devices.isEmpty {
      turn.effects.append(
        .activity(ActivityStep(kind: kind, snapshot: snapshot, devices: devices, hasBegun: hasBegun)))
    }
  }

  /// The run goes on under a new activity: the new one starts first, then the old one ends and goes from the screens.
  /// To be remembered by the caller, in the same batch.
  mutating func renew(_ turn: inout Turn) {
    let now = turn.now
    let old = activity
    let ended = nextStamp(at: now)
    activity.id = old.id.renewed(at: now.wall)
    activity.startedAt = now.wall
    activity.started = now.uptime
    activity.sequence = 1
    activity.lastUpdateAt = now.wall
    updatedAt = now.uptime
    owesUpdate = false
    let first = snapshot
    turn.effects.append(.publish(.activity(first)))
    var start = first
    start.renews = old.id
    send(.start, start, &turn)
    var last = first
    last.id = old.id
    last.at = ended
    last.startedAt = old.startedAt
    last.endsBy = old.startedAt + ActivityLimits.updates
    last.sequence = old.sequence + 1
    last.state = .ended
    last.phase = .renewed
    send(.end, last, &turn)
    turn.effects.append(.publish(.noActivity(old.id)))
  }

  /// The device closed the activity on its own screen: no more steps for it. `false`: it had done so before.
  mutating func hide(on device: DeviceID) -> Bool {
    guard !activity.hiddenOn.contains(device) else { return false }
    activity.hiddenOn.append(device)
    return true
  }
}

extension UniqueID {
  /// The id of the activity that takes over from this one: the same for the same two.
  func renewed(at time: Timestamp) -> UniqueID {
    var random = SplitMix64(seed: high ^ low)
    return UniqueID(at: time, random: &random)
  }
}

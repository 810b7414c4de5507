/// What people ask. The checks, in this order: rate, device and role, duplicate, time, meaning. The first failure answers.
extension Garden {
  mutating func judge(_ command: Command) {
    let head = command.head
    let isAllowed = devicePlan(head.device).map { $0.role >= roleNeeded(for: command) } ?? false
    if isAllowed, command.alwaysActs {
      // Too many stops act too, without an answer, as far as they are not in force already.
      guard
        stopGates[head.device, default: RateGate(at: turn.now.uptime)].pass(at: turn.now.uptime) != .closed
      else {
        turn.counters.rateLimited &+= 1
        if !isInForce(command) { _ = obey(command) }
        return
      }
    } else if !passesRate(head) {
      return
    }
    guard isAllowed else {
      turn.effects.append(.acknowledge(Outcome(id: head.id, device: head.device, code: .forbidden)))
      return
    }
    if let earlier = memory.answered.last(where: {
      $0.outcome.id == head.id && $0.outcome.device == head.device
    }) {
      var outcome = earlier.outcome
      if outcome.code.isOK { outcome.code = .duplicate }
      turn.effects.append(.acknowledge(outcome))
      return
    }
    if let code = untimely(command, at: turn.now) {
      let message = code == .refused ? WateringRefusal.clock.message : nil
      let outcome = Outcome(id: head.id, device: head.device, code: code, message: message)
      conclude(Verdict(outcome))
      return
    }
    let verdict = obey(command)
    conclude(verdict)
  }

  /// An outcome with what it closed, as it is remembered.
  struct Verdict {
    var outcome: Outcome
    var closedNote: UniqueID?
    /// The plant that got water by it.
    var plant: PlantID?

    init(_ outcome: Outcome, closedNote: UniqueID? = nil, plant: PlantID? = nil) {
      self.outcome = outcome
      self.closedNote = closedNote
      self.plant = plant
    }
  }

  private mutating func conclude(_ verdict: Verdict) {
    let answered = AnsweredMemory(
      outcome: verdict.outcome, at: turn.now.wall, closedNote: verdict.closedNote, plant: verdict.plant)
    turn.remember(.answered(answered))
    turn.effects.append(.acknowledge(verdict.outcome))
  }

  private mutating func obey(_ command: Command) -> Verdict {
    switch command {
    case .answer(let head, let plant, let note, let answer):
      return answered(head, plant, note, answer)
    case .move(let head, let control, let value, let unit, let base):
      return Verdict(moved(head, control, value, unit, base: base))
    case .water(let head, let plant, let duration, let litres, let note):
      return water(head, plant, duration, litres, note)
    case .stop(let head, let plant):
      silenceAlarm(of: plant, by: head.device)
      defer { settleRuns() }
      return Verdict(waterings.stop(head, plant: plant, &turn))
    case .stopAll(let head): return Verdict(stopAll(head))
    case .hold(let head, let valve): return Verdict(hold(head, valve))
    case .release(let head, let valve): return Verdict(release(head, valve))
    case .hideActivity(let head, let activity):
      return Verdict(hideActivity(head, activity))
    case .countdown(let head, let plant, let duration):
      return Verdict(startCountdown(head, plant: plant, duration: duration))
    case .stopCountdown(let head, let plant):
      return Verdict(stopCountdown(head, plant: plant))
    }
  }

  /// What a stop asks for is under way already.
  private func isInForce(_ stop: Command) -> Bool {
    switch stop {
    case .stopAll: waterings.interlocks.isStopped
    case .stop(_, let plant): !waterings.isWatering(plant)
    default: false
    }
  }

  func devicePlan(_ id: DeviceID) -> DevicePlan? {
    for person in plan.people {
      if let device = person.devices.first(where: { $0.id == id }) { return device }
    }
    return plan.console?.id == id ? plan.console : nil
  }

  /// A device of the config. All others share one rate.
  package func knows(_ device: DeviceID) -> Bool { devicePlan(device) != nil }

  private func roleNeeded(for command: Command) -> Role {
    switch command {
    case .answer, .countdown, .stopCountdown: .actor
    // Whoever may answer may also stop water.
    case .stop, .stopAll: .actor
    case .move(_, let control, _, _, _): controls.roleNeeded(control) ?? .tuner
    case .water, .hold, .release: .operator
    case .hideActivity: .viewer
    }
  }

  mutating func passesRate(_ head: CommandHead) -> Bool {
    let verdict = rate(of: head.device)
    if verdict == .closing {
      turn.effects.append(.acknowledge(Outcome(id: head.id, device: head.device, code: .rateLimited)))
    }
    return verdict == .open
  }

  /// Counts one message of that device that would be answered, written or named in the log, before any of it happens. Those that
  /// nobody knows share one rate, so that made-up names cost no memory.
  package mutating func rate(of device: DeviceID, at now: Moment, into effects: inout [Effect])
    -> RateGate.Verdict
  {
    begin(at: now, &effects)
    defer { end(&effects) }
    return rate(of: device)
  }

  private mutating func rate(of device: DeviceID) -> RateGate.Verdict {
    let isKnown = knows(device)
    let verdict = gates[isKnown ? device : AnsweredMemory.nobody, default: RateGate(at: turn.now.uptime)].pass(
      at: turn.now.uptime)
    if verdict != .open { turn.counters.rateLimited &+= 1 }
    if verdict == .closing {
      let subject = isKnown ? "device \(device)" : "unknown devices"
      turn.log(.warning, subject, "too many messages; more are not answered")
    }
    return verdict
  }

  /// What a device said of itself is kept for the devices of the config only.
  mutating func greeted(_ device: DeviceID, _ profile: DeviceProfile) {
    guard knows(device) else { return }
    var known = memory.devices.first { $0.id == device } ?? DeviceMemory(id: device)
    guard known.profile != profile || !memory.devices.contains(where: { $0.id == device }) else { return }
    known.profile = profile
    turn.remember(.device(known))
  }

  /// A device that has acknowledged one notification will acknowledge others: what it does not is told again.
  mutating func acknowledged(by device: DeviceID) {
    guard knows(device) else { return }
    var known = memory.devices.first { $0.id == device } ?? DeviceMemory(id: device)
    guard !known.acknowledges else { return }
    known.acknowledges = true
    turn.remember(.device(known))
  }

  /// Once a day at most, and only when there is something to forget.
  mutating func forgetOldAnswers() {
    guard turn.now.isWallTrusted, let oldest = memory.answered.first,
      oldest.at < turn.now.wall - (GardenMemory.answersKeptFor + .days(1))
    else { return }
    turn.remember(.forgetAnswered(before: turn.now.wall - GardenMemory.answersKeptFor))
  }
}

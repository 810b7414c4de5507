/// What people ask. The checks, in this order: device and role, rate, duplicate, time, meaning. The first failure answers.
extension Garden {
  mutating func judge(_ command: Command, at now: Moment, into effects: inout [Effect]) {
    let head = command.head
    guard let device = devicePlan(head.device), device.role >= roleNeeded(for: command) else {
      effects.append(.acknowledge(Outcome(id: head.id, device: head.device, code: .forbidden)))
      return
    }
    guard command.alwaysActs || passesRate(head, at: now, into: &effects) else { return }
    if let earlier = memory.answered.last(where: {
      $0.outcome.id == head.id && $0.outcome.device == head.device
    }) {
      var outcome = earlier.outcome
      if outcome.code.isOK { outcome.code = .duplicate }
      effects.append(.acknowledge(outcome))
      return
    }
    if let code = untimely(command, at: now) {
      let outcome = Outcome(id: head.id, device: head.device, code: code)
      conclude(Verdict(outcome), at: now, into: &effects)
      return
    }
    let verdict = obey(command, at: now, into: &effects)
    conclude(verdict, at: now, into: &effects)
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

  private mutating func conclude(_ verdict: Verdict, at now: Moment, into effects: inout [Effect]) {
    let answered = AnsweredMemory(
      outcome: verdict.outcome, at: now.wall, closedNote: verdict.closedNote, plant: verdict.plant)
    remember(.answered(answered), into: &effects)
    effects.append(.acknowledge(verdict.outcome))
  }

  private mutating func obey(_ command: Command, at now: Moment, into effects: inout [Effect]) -> Verdict {
    switch command {
    case .answer(let head, let plant, let note, let answer):
      return answered(head, plant, note, answer, at: now, into: &effects)
    case .move(let head, let control, let value, let unit, let base):
      return Verdict(moved(head, control, value, unit, base: base, at: now, into: &effects))
    case .water(let head, let plant, let duration, let litres):
      let position = plantPosition(plant)
      let facts = position.map { self.facts($0, at: now) }
      let moisture = position.flatMap { plants[$0].moisture.value }
      return Verdict(
        withWaterings(at: now, into: &effects) { waterings, plan, random, effects, news in
          waterings.ask(
            head, plant: plant, duration: duration, litres: litres, moisture: moisture, facts: facts,
            plan: plan, at: now, random: &random, effects: &effects, news: &news)
        })
    case .stop(let head, let plant):
      silenceAlarm(of: plant, by: head.device, at: now, into: &effects)
      return Verdict(
        withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
          waterings.stop(head, plant: plant, plan: plan, at: now, effects: &effects, news: &news)
        })
    case .stopAll(let head): return Verdict(stopAll(head, at: now, into: &effects))
    case .hold(let head, let valve): return Verdict(hold(head, valve, at: now, into: &effects))
    case .release(let head, let valve): return Verdict(release(head, valve, at: now, into: &effects))
    case .hideActivity(let head, let activity):
      return Verdict(hideActivity(head, activity, at: now, into: &effects))
    case .countdown(let head, let plant, let duration):
      return Verdict(startCountdown(head, plant: plant, duration: duration, at: now, into: &effects))
    case .stopCountdown(let head, let plant):
      return Verdict(stopCountdown(head, plant: plant, at: now, into: &effects))
    }
  }

  func devicePlan(_ id: DeviceID) -> DevicePlan? {
    for person in plan.people {
      if let device = person.devices.first(where: { $0.id == id }) { return device }
    }
    return nil
  }

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

  mutating func passesRate(_ head: CommandHead, at now: Moment, into effects: inout [Effect]) -> Bool {
    switch gates[head.device, default: RateGate(at: now.uptime)].pass(at: now.uptime) {
    case .open: return true
    case .closing:
      counters.rateLimited &+= 1
      effects.append(.acknowledge(Outcome(id: head.id, device: head.device, code: .rateLimited)))
      effects.append(
        .log(LogLine(.warning, "device \(head.device)", "sends commands too fast; more are not answered")))
    case .closed: counters.rateLimited &+= 1
    }
    return false
  }

  /// What a device said of itself is kept for the devices of the config only.
  mutating func greeted(_ device: DeviceID, _ profile: DeviceProfile, into effects: inout [Effect]) {
    guard devicePlan(device) != nil else { return }
    let known = DeviceMemory(id: device, profile: profile)
    guard !memory.devices.contains(known) else { return }
    remember(.device(known), into: &effects)
  }

  /// Once a day at most, and only when there is something to forget.
  mutating func forgetOldAnswers(at now: Moment, into effects: inout [Effect]) {
    guard now.isWallTrusted, let oldest = memory.answered.first,
      oldest.at < now.wall - (GardenMemory.answersKeptFor + .days(1))
    else { return }
    remember(.forgetAnswered(before: now.wall - GardenMemory.answersKeptFor), into: &effects)
  }
}

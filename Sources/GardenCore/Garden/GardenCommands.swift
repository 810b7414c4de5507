/// What people ask. The checks, in this order: rate, device and role, duplicate, time, meaning. The first failure answers.
extension Garden {
  mutating func evaluate(_ command: Command) {
    let head = command.head
    let slider = command.control.flatMap { controls.roleNeeded($0) }
    let isAllowed = plan.device(head.device).map { $0.role >= command.roleNeeded(slider: slider) } ?? false
    if isAllowed, command.alwaysActs {
      guard gate.passesStop(head, &turn) else {
        if !isInForce(command) { _ = obey(command) }
        return
      }
    } else if !gate.passes(command, &turn) {
      return
    }
    guard isAllowed else { return turn.effects.append(.acknowledge(head.outcome(.forbidden))) }
    // A part has its message's id, and none of its own.
    if !command.isPart, let outcome = memory.answer(to: head)?.outcome {
      return turn.effects.append(
        .acknowledge(outcome.repeated { plants.position($0).map { facts($0, at: turn.now) } }))
    }
    if let code = command.untimely(movesHeat: slider == .operator, turn) {
      return conclude(remembered(code == .refused ? head.outcome(Reason(.clock)) : head.outcome(code)))
    }
    if let answered = obey(command) { conclude(answered, isKept: !command.isPart) }
  }

  private mutating func conclude(_ answered: AnsweredMemory, isKept: Bool = true) {
    if isKept { turn.remember(.answered(answered)) }
    turn.effects.append(.acknowledge(answered.outcome))
  }

  /// As it is remembered, with the note that it closed and the plant that got water by it.
  private func remembered(_ outcome: Outcome, closedNote: UniqueID? = nil, plant: PlantID? = nil)
    -> AnsweredMemory
  {
    AnsweredMemory(outcome: outcome, at: turn.now.wall, closedNote: closedNote, plant: plant)
  }

  /// `nil`: it is answered when the broker has done it.
  private mutating func obey(_ command: Command) -> AnsweredMemory? {
    switch command {
    case .answer(let head, let plant, let note, let answer): return answered(head, plant, note, answer)
    case .move(let head, let control, let value, let unit, let base):
      let outcome = controls.move(head, control: control, value: value, unit: unit, base: base, &turn)
      if outcome.code == .accepted { applyLimits() }
      route()
      return remembered(outcome)
    case .water(let head, let plant, let duration, let litres, let note):
      return remembered(water(head, plant, duration, litres, note))
    case .stop(let head, let plant):
      // Whoever stops a valve knows of its alarm.
      if let watering = plan.plants.first(where: { $0.id == plant })?.watering {
        let valve = plan.actuators[Int(watering.valve.position)].id
        reminders.silenceAlarm(ofValve: valve, by: head.device, &turn)
        route()
      }
      defer { settleRuns() }
      return remembered(waterings.stop(head, plant: plant, &turn))
    case .stopAll(let head): return remembered(stopAll(head))
    case .hold(let head, let valve): return remembered(hold(head, valve))
    case .release(let head, let valve): return remembered(release(head, valve))
    case .hideActivity(let head, let activity): return remembered(hideActivity(head, activity))
    case .countdown(let head, let plant, let duration):
      return remembered(startCountdown(head, plant: plant, duration: duration))
    case .stopCountdown(let head, let plant):
      defer { route() }
      return remembered(countdowns.stop(head, plant: plant, skew: plan.site.clockSkew, &turn))
    case .send(let message):
      let reachability = presences.reachability(of: message.to, turn)
      return remembered(messages.send(message, reachability: reachability, &turn))
    case .part(let head, let part): return remembered(messages.take(part, head, &turn))
    case .cancel(let head, let message): return remembered(messages.cancel(head, message, &turn))
    case .account(let head, let wish): return accounts.obey(head, wish, &turn).map { remembered($0) }
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

  /// A device of the config. All others share one rate.
  package func knows(_ device: DeviceID) -> Bool { plan.device(device) != nil }

  /// Counts one message of that device that would be answered, written or named in the log, before any of it happens.
  package mutating func rate(of device: DeviceID, at now: Moment, into effects: inout [Effect])
    -> RateGate.Verdict
  {
    begin(at: now, &effects)
    defer { end(&effects) }
    return gate.rate(of: device, &turn)
  }

  /// Whether a question may be looked into: the device is registered, not too fast, and still waits, and the plant that it names is
  /// there. Else its answer is among the effects, or it asked far too fast and gets none.
  package mutating func admits(
    _ head: CommandHead, about plant: PlantID?, isPart: Bool = false, at now: Moment,
    into effects: inout [Effect]
  ) -> Bool {
    begin(at: now, &effects)
    defer { end(&effects) }
    func refused(_ code: Outcome.Code) -> Bool {
      turn.effects.append(.acknowledge(head.outcome(code)))
      return false
    }
    guard isPart ? gate.passesPart(head, bytes: 0, &turn) : gate.passes(head, &turn) else { return false }
    guard knows(head.device) else { return refused(.forbidden) }
    accounts.heard(head.device, turn)
    if let expires = head.expires, turn.now.isWallTrusted, turn.now.wall > expires {
      return refused(.expired)
    }
    return plant.map { plants.position($0) != nil } ?? true || refused(.unknownPlant)
  }
}

// Water, countdowns and holds.
extension Garden {
  /// A person asks for water, with the button of a reminder or without one. Role, repeats and age were checked.
  private mutating func water(
    _ head: CommandHead, _ plant: PlantID, _ duration: Duration?, _ litres: Double?, _ note: UniqueID?
  ) -> Outcome {
    let position = plants.position(plant)
    if let note, let position, let outdated = outdated(head, position, note) { return outdated }
    defer { settleRuns() }
    return waterings.ask(
      head, plant: plant, duration: duration, litres: litres,
      moisture: position.flatMap { plants[$0].moisture.value },
      facts: position.map { facts($0, at: turn.now) }, &turn)
  }

  /// What the button of a reminder that is over gets: a phone that missed the withdrawal must not water twice.
  /// `nil`: the plant still asks.
  private func outdated(_ head: CommandHead, _ p: Int, _ note: UniqueID) -> Outcome? {
    switch NoteTarget(note, of: plants[p].plan.id, memory) {
    case .nothing: return nil
    case .unknown: return head.outcome(.unknownNote)
    case .closed(AnsweredMemory.nobody, _):
      return head.outcome(Reason(.notAsking))
    case .closed(let by, _): return plantOutcome(head, .alreadyDone, by: by, p)
    case .open(let key):
      // Of two who press it the second is told who was first. By rule, nobody was.
      guard memory.reminder(key)?.state == .watering, let by = waterings.asker(of: plants[p].plan.id),
        let run = waterings.run(of: plants[p].plan.id)
      else { return nil }
      return head.outcome(.alreadyDone, by: by, .activity(run))
    }
  }

  private mutating func startCountdown(_ head: CommandHead, plant: PlantID?, duration: Duration) -> Outcome {
    let position = plant.flatMap { plants.position($0) }
    if let plant {
      if position == nil { return head.outcome(.unknownPlant) }
      if let run = waterings.run(of: plant) {
        return head.outcome(Reason(.running), .activity(run))
      }
    }
    let devices = turn.screens
    defer { route() }
    return countdowns.ask(
      head, facts: position.map { facts($0, at: turn.now) }, duration: duration, devices: devices,
      &turn)
  }

  /// A device closed an activity on its own screen, of whatever run.
  mutating func hideActivity(_ head: CommandHead, _ activity: UniqueID) -> Outcome {
    waterings.hide(head, activity: activity, &turn) ?? countdowns.hide(head, activity: activity, &turn)
      ?? warmings.hide(head, activity: activity, &turn) ?? head.outcome(Reason(.noActivity))
  }

  /// Emergency stop; by nobody: a signal to the bridge's process.
  mutating func stopAll(by device: DeviceID?) {
    _ = waterings.stopAll(by: device, &turn)
    settleRuns()
    reminders.open(.stopped(by: device), &turn)
    route()
    showHolds()
  }

  private mutating func stopAll(_ head: CommandHead) -> Outcome {
    let before = waterings.interlocks.holds.first { $0.kind == .emergency }
    stopAll(by: head.device)
    return before.map { head.outcome(.alreadyDone, by: $0.by) } ?? head.outcome(.accepted)
  }

  private mutating func hold(_ head: CommandHead, _ valve: String) -> Outcome {
    guard turn.valve(valve) != nil else { return head.outcome(Reason(.unknownValve)) }
    let isNew = waterings.hold(valve, by: head.device, &turn)
    settleRuns()
    showHolds()
    return head.outcome(isNew ? .accepted : .alreadyDone)
  }

  private mutating func release(_ head: CommandHead, _ valve: String?) -> Outcome {
    if let valve, turn.valve(valve) == nil { return head.outcome(Reason(.unknownValve)) }
    let released = waterings.release(valve, by: head.device, &turn)
    settleRuns()
    if released?.kind == .emergency { closeReminder(NoticeKey.stopped, .cancelled, by: head.device) }
    showHolds()
    if released != nil { return head.outcome(.accepted) }
    // One who releases the wrong thing is told what is held.
    let locked = waterings.interlocks.holds.compactMap(\.valve).first
    return head.outcome(valve == nil ? Reason(.notStopped, valve: locked) : Reason(.notLocked))
  }
}

// Answers to reminders: done, later, tomorrow, dismissed, opened.
extension Garden {
  /// "Done" on a note that went without an answer counts this long: the water is in the pot.
  static let lateDoneCounts: Duration = .hours(24)

  private mutating func answered(
    _ head: CommandHead, _ plant: PlantID, _ note: UniqueID?, _ answer: Answer
  ) -> AnsweredMemory {
    if let note, let alarm = memory.reminders.first(where: { $0.note == note && $0.takesSeen }) {
      defer { route() }
      return remembered(reminders.answeredAlarm(head, alarm, answer, &turn))
    }
    // Seen is seen, whatever became of the note.
    if answer == .dismissed || answer == .opened { return remembered(head.outcome(.accepted)) }
    guard let p = plants.position(plant) else { return remembered(head.outcome(.unknownPlant)) }
    let target = NoteTarget(note, of: plants[p].plan.id, memory)
    if case .closed(let by, _) = target, by != AnsweredMemory.nobody {
      return remembered(plantOutcome(head, .alreadyDone, by: by, p))
    }
    if target == .unknown { return remembered(head.outcome(.unknownNote)) }
    if answer == .done { return done(head, p, target) }
    if target == .nothing { return remembered(head.outcome(Reason(.notAsking))) }
    guard case .open(let key) = target, let reminder = memory.reminder(key) else {
      return remembered(head.outcome(.stale))
    }
    // The longer of two snoozes holds.
    let end = Reminders.snoozeEnd(answer, head, turn)
    let until = reminder.state == .snoozed ? max(reminder.wakeAt, end) : end
    reminders.putOff(reminder, until: until, .deferred, by: head.device, &turn)
    route()
    refresh(p)
    return remembered(plantOutcome(head, .accepted, p))
  }

  private mutating func done(_ head: CommandHead, _ p: Int, _ target: NoteTarget) -> AnsweredMemory {
    if case .closed(_, let at) = target, turn.now.wall - at > Self.lateDoneCounts {
      return remembered(head.outcome(.stale))
    }
    if case .open(let key) = target, memory.reminder(key)?.kind.takesDone != true {
      return remembered(head.outcome(.unknownAction))
    }
    let id = plants[p].plan.id
    // What is open came after the earlier report, which did not close it.
    if !isAsked(id, target), let first = memory.reporter(ofWater: id, near: head.at) {
      return remembered(plantOutcome(head, .alreadyDone, by: first, p))
    }
    let at = wateredAt(head, p, target)
    plants[p].kept.lastWatering = max(plants[p].kept.lastWatering ?? at, at)
    turn.effects.append(.watered(countdowns.handRecord(head, id)))
    if case .closed = target {} else { plants.beginSoak(p, wateredAt: head.at, &sensors, &turn) }
    rememberPlant(p)
    let closedNote = closeByDone(head, p, target)
    refresh(p)
    return remembered(plantOutcome(head, .accepted, p), closedNote: closedNote, plant: id)
  }

  private func isAsked(_ plant: PlantID, _ target: NoteTarget) -> Bool {
    if case .open = target { return true }
    return memory.reminder(NoticeKey.water(plant)) != nil
  }

  /// Water for the present dry spell came after it began, whatever the sender's clock says; and an answer's time is whole seconds
  /// and stands for all of its second.
  private func wateredAt(_ head: CommandHead, _ p: Int, _ target: NoteTarget) -> Timestamp {
    let dryFrom = plants[p].moisture.settledSince
    let isAnswer =
      target == .open(key: NoticeKey.water(plants[p].plan.id)) || head.at + .milliseconds(999) >= dryFrom
    return plants[p].isDry && isAnswer ? max(head.at, dryFrom + .milliseconds(1)) : head.at
  }

  /// Closes what the water answers. The note of it, for those who answer later.
  private mutating func closeByDone(_ head: CommandHead, _ p: Int, _ target: NoteTarget) -> UniqueID? {
    let id = plants[p].plan.id
    let others = [NoticeKey.noRise(id), NoticeKey.countdown(id)]
    let doubt = memory.reminders.first { others.contains($0.key) }
    for other in others { closeReminder(other, .done, by: head.device) }
    let key = NoticeKey.water(id)
    // Water from before the present spell is a fact, but no answer to it.
    guard let open = memory.reminder(key),
      target == .open(key: key) || head.at >= open.dueSince - plants[p].plan.soakTime
    else { return doubt?.note }
    closeReminder(key, .done, by: head.device)
    return open.note
  }

  private func plantOutcome(
    _ head: CommandHead, _ code: Outcome.Code, by device: DeviceID? = nil, _ p: Int
  ) -> Outcome {
    head.outcome(code, by: device, facts(p, at: turn.now).detail)
  }
}

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
    // What the command brought about goes before its answer, as whoever asked expects.
    drain()
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
      return remembered(outcome)
    case .water(let head, let plant, let duration, let litres, let note):
      return remembered(water(head, plant, duration, litres, note))
    case .stop(let head, let plant):
      // Whoever stops a valve knows of its alarm.
      if let watering = plan.plants.first(where: { $0.id == plant })?.watering {
        let valve = plan.actuators[Int(watering.valve.position)].id
        reminders.silenceAlarm(ofValve: valve, by: head.device, &turn)
      }
      return remembered(water { $0.stop(head, plant: plant, &$1) })
    case .stopAll(let head): return remembered(stopAll(head))
    case .hold(let head, let valve): return remembered(hold(head, valve))
    case .release(let head, let valve): return remembered(release(head, valve))
    case .hideActivity(let head, let activity): return remembered(hideActivity(head, activity))
    case .countdown(let head, let plant, let duration):
      return remembered(startCountdown(head, plant: plant, duration: duration))
    case .stopCountdown(let head, let plant):
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
    enter(at: now, &effects) { $0.gate.rate(of: device, &$0.turn) }
  }

  /// Whether a question may be looked into: the device is registered, not too fast, and still waits, and the plant that it names is
  /// there. Else its answer is among the effects, or it asked far too fast and gets none.
  package mutating func admits(
    _ head: CommandHead, about plant: PlantID?, isPart: Bool = false, at now: Moment,
    into effects: inout [Effect]
  ) -> Bool {
    enter(at: now, &effects) { $0.admits(head, about: plant, isPart: isPart) }
  }

  private mutating func admits(_ head: CommandHead, about plant: PlantID?, isPart: Bool) -> Bool {
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

  /// The plan is the config's, with those who are in now. Whoever is out is forgotten.
  mutating func devicesChanged() {
    turn.plan = AccountMemory.admit(memory.accounts, to: plan)
    reminders.audience.adopt(plan)
    presences.adopt(&turn)
    messages.adopt(&turn)
    turn.mayMoveReminders = true
    turn.effects.append(.devices)
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
    let moisture = position.flatMap { plants[$0].moisture.value }
    let facts = position.map { self.facts($0, at: turn.now) }
    return water {
      $0.ask(
        head, plant: plant, duration: duration, litres: litres, moisture: moisture, facts: facts, &$1)
    }
  }

  /// What the button of a reminder that is over gets: a phone that missed the withdrawal must not water twice.
  /// `nil`: the plant still asks.
  private mutating func outdated(_ head: CommandHead, _ p: Int, _ note: UniqueID) -> Outcome? {
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
    return countdowns.ask(
      head, facts: position.map { facts($0, at: turn.now) }, duration: duration, devices: turn.screens,
      &turn)
  }

  /// A device closed an activity on its own screen, of whatever run.
  mutating func hideActivity(_ head: CommandHead, _ activity: UniqueID) -> Outcome {
    water { $0.hide(head, activity: activity, &$1) } ?? countdowns.hide(head, activity: activity, &turn)
      ?? warmings.hide(head, activity: activity, &turn) ?? head.outcome(Reason(.noActivity))
  }

  /// Emergency stop; by nobody: a signal to the bridge's process.
  mutating func stopAll(by device: DeviceID?) {
    _ = water { $0.stopAll(by: device, &$1) }
    reminders.open(.stopped(by: device), &turn)
  }

  private mutating func stopAll(_ head: CommandHead) -> Outcome {
    let before = waterings.interlocks.holds.first { $0.kind == .emergency }
    stopAll(by: head.device)
    return before.map { head.outcome(.alreadyDone, by: $0.by) } ?? head.outcome(.accepted)
  }

  private mutating func hold(_ head: CommandHead, _ valve: String) -> Outcome {
    guard turn.valve(valve) != nil else { return head.outcome(Reason(.unknownValve)) }
    let isNew = water { $0.hold(valve, by: head.device, &$1) }
    return head.outcome(isNew ? .accepted : .alreadyDone)
  }

  private mutating func release(_ head: CommandHead, _ valve: String?) -> Outcome {
    if let valve, turn.valve(valve) == nil { return head.outcome(Reason(.unknownValve)) }
    let released = water { $0.release(valve, by: head.device, &$1) }
    if released?.kind == .emergency { reminders.close(NoticeKey.stopped, .cancelled, by: head.device, &turn) }
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
    turn.news.append(.plantChanged(p))
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
    turn.news.append(.plantChanged(p))
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
    for other in others { reminders.close(other, .done, by: head.device, &turn) }
    let key = NoticeKey.water(id)
    // Water from before the present spell is a fact, but no answer to it.
    guard let open = memory.reminder(key),
      target == .open(key: key) || head.at >= open.dueSince - plants[p].plan.soakTime
    else { return doubt?.note }
    reminders.close(key, .done, by: head.device, &turn)
    return open.note
  }

  /// Where the plant stands after the answer: what that changed is taken first.
  private mutating func plantOutcome(
    _ head: CommandHead, _ code: Outcome.Code, by device: DeviceID? = nil, _ p: Int
  ) -> Outcome {
    drain()
    return head.outcome(code, by: device, facts(p, at: turn.now).detail)
  }
}

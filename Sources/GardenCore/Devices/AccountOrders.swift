// What the broker is told, and what follows from its answers.
extension Accounts {
  /// The shell may let orders out, or may not any more.
  mutating func control(isOpen: Bool, _ turn: inout Turn) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    if isOpen { probe(&turn) } else { giveUp(&turn) }
  }

  mutating func probe(_ turn: inout Turn) {
    probeAt = nil
    // Before anything else that waits: nothing does while the broker does not obey.
    waiting.append(Task(kind: .probe, device: ""))
    next(&turn)
  }

  /// What cannot be told now follows from what is remembered, as soon as the broker obeys.
  mutating func enqueue(
    _ kind: AccountOrder.Kind, _ device: DeviceID, asker: CommandHead? = nil, _ turn: inout Turn
  ) {
    let task = Task(kind: kind, device: device, asker: asker)
    guard isReachable else { return ended(task, nil, &turn) }
    waiting.append(task)
    next(&turn)
  }

  private mutating func next(_ turn: inout Turn) {
    guard isOpen, underWay == nil, !waiting.isEmpty else { return }
    let task = waiting.removeFirst()
    underWay = task
    number += 1
    answerDue = turn.now.uptime + Self.answersWithin
    turn.effects.append(.order(AccountOrder(number: number, kind: task.kind, device: task.device)))
  }

  /// The broker answered the order of that number. An answer that came too late tells nothing any more.
  mutating func answered(_ number: Int, _ answer: AccountAnswer, _ turn: inout Turn) {
    guard number == self.number, let task = underWay else { return }
    underWay = nil
    ended(task, answer, &turn)
    next(&turn)
  }

  /// Nobody knows what became of the order under way, and those behind it do not leave.
  mutating func giveUp(_ turn: inout Turn) {
    let all = (underWay.map { [$0] } ?? []) + waiting
    if isReachable { turn.log(.warning, "accounts", "the broker takes no orders at the moment") }
    (isReachable, underWay, waiting) = (false, nil, [])
    probeAt = isOpen ? turn.now.uptime + Self.againAfter : nil
    for task in all { ended(task, nil, &turn) }
  }

  /// - Parameter answer: `nil`: nobody knows.
  private mutating func ended(_ task: Task, _ answer: AccountAnswer?, _ turn: inout Turn) {
    if task.kind == .probe { return probed(answer, &turn) }
    if task.kind == .sweep { return swept(answer, &turn) }
    let isGone = task.kind == .remove && (answer == .done || answer == .missing)
    if task.kind == .remove, !isGone, isOpen { probeAt = turn.now.uptime + Self.againAfter }
    guard let account = turn.memory.account(task.device) else { return }
    switch (task.kind, account.phase) {
    case (.open, .invited) where answer == .refused:
      // Somebody has that name at the broker: it is not ours to take.
      conclude(invitations[account.id]?.head.outcome(.conflict), &turn)
      forget(account, &turn)
    case (.open, .invited) where answer == .done, (.reopen, .invited) where answer == .done:
      ready.insert(account.id)
      conclude(invitations[account.id]?.head.outcome(.accepted), &turn)
    case (.open, .invited), (.reopen, .invited): leave(account, code: .notReachable, &turn)
    case (.admit, .invited) where answer == .done: admitted(account, &turn)
    case (.admit, .invited): leave(account, &turn)
    case (.look, .member) where answer == .missing:
      turn.log(.alarm, "device \(account.id)", "the broker has no such account any more; let it in anew")
      forget(account, &turn)
    // It was rotated, and the store comes from before: whoever has that code is not let in by it.
    case (.look, .member) where answer == .invited: leave(account, &turn)
    case (.look, .member) where answer == .damaged: enqueue(.mend, account.id, &turn)
    case (.mend, .member) where answer != .done:
      turn.log(.warning, "device \(account.id)", "the broker does not give it its rights")
    case (.remove, .leaving):
      if isGone { forget(account, &turn) }
      conclude(task.asker?.outcome(isGone ? .accepted : .queued), &turn)
    default: break
    }
  }

  private mutating func conclude(_ outcome: Outcome?, _ turn: inout Turn) {
    if let outcome { conclude(outcome, &turn) }
  }

  /// Each account is looked at with each link: somebody may have changed the broker's files, or ours.
  private mutating func probed(_ answer: AccountAnswer?, _ turn: inout Turn) {
    isReachable = answer == .done
    guard isReachable else {
      if isOpen { probeAt = turn.now.uptime + Self.againAfter }
      let why =
        answer == .damaged
        ? "the broker's default access allows whatever no role forbids; nobody is let in"
        : "the broker does not obey under $CONTROL/dynamic-security/v1; nobody is let in"
      return turn.log(.warning, "accounts", why)
    }
    enqueue(.sweep, "", &turn)
    for account in turn.memory.accounts where account.phase != .invited {
      enqueue(account.phase == .leaving ? .remove : .look, account.id, &turn)
    }
  }

  /// A store that comes back from an older copy knows nothing of those who joined since, and the broker's file from an older copy has those
  /// who were put out since. Nobody could put them out any more, so they are out now.
  private mutating func swept(_ answer: AccountAnswer?, _ turn: inout Turn) {
    guard case .found(let devices)? = answer else { return }
    for device in devices where turn.memory.account(device) == nil {
      turn.log(
        .warning, "device \(device)",
        "the broker lets it in, and nobody here knows it; it is put out")
      enqueue(.remove, device, &turn)
    }
  }
}

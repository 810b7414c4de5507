extension Command {
  /// Who may ask that. `slider`: who may move the one that it moves, if there is such a one.
  func roleNeeded(slider: Role?) -> Role {
    switch self {
    // Whoever may answer may also stop water.
    case .answer, .countdown, .stopCountdown, .stop, .stopAll, .send, .part, .cancel: .actor
    case .move: slider ?? .tuner
    case .water, .hold, .release, .account: .operator
    case .hideActivity: .viewer
    }
  }

  /// The slider that it moves.
  var control: ControlID? {
    if case .move(_, let control, _, _, _) = self { control } else { nil }
  }
}

/// When a command is too old, too new, or over. Without a believable clock of our own only its own order can be checked.
extension Command {
  /// "Done" counts this long after the reminder, and the other way round.
  static let doneCounts: Duration = .days(7)
  /// A snooze is meant for the reminder that is on the screen.
  static let snoozeCounts: Duration = .hours(24)
  /// Water and heat are meant now: a late order is not an early one, so no clock that differs makes this longer.
  static let commandCounts: Duration = .seconds(60)

  /// The code of a refusal by time; `nil`: in time.
  ///
  /// `movesHeat`: a slider moves a device rather than a limit of ours.
  func untimely(movesHeat: Bool, _ turn: Turn) -> Outcome.Code? {
    if alwaysActs { return nil }
    let now = turn.now
    guard now.isWallTrusted else { return untimelyWithoutClock(movesHeat: movesHeat) }
    if let expires = head.expires, now.wall > expires { return .expired }
    if head.at > now.wall + turn.plan.site.clockSkew { return .badTime }
    if isOlderThanRestore(movesHeat: movesHeat, turn) { return .expired }
    let age = now.wall - head.at
    switch self {
    case .answer(_, _, let note, .done):
      return head.at < Self.noteTime(note, turn) - Self.doneCounts ? .badTime : nil
    case .answer(_, _, _, .later), .answer(_, _, _, .tomorrow):
      return head.expires == nil && age > Self.snoozeCounts ? .expired : nil
    case .answer, .hideActivity, .stop, .stopAll, .cancel, .part: return nil
    case .send(let message): return now.wall >= message.expires ? .expired : nil
    case .water, .release, .account:
      return head.expires == nil && age > Self.commandCounts ? .expired : nil
    case .countdown, .hold:
      return head.expires == nil && age > Self.commandCounts + turn.plan.site.clockSkew ? .expired : nil
    case .stopCountdown: return head.expires == nil && age > Self.snoozeCounts ? .expired : nil
    case .move:
      let counts = movesHeat ? Self.commandCounts : Self.snoozeCounts
      return head.expires == nil && age > counts ? .expired : nil
    }
  }

  /// From before the garden was put back from a backup, which does not know whether it was done, and it moves water or heat.
  private func isOlderThanRestore(movesHeat: Bool, _ turn: Turn) -> Bool {
    guard let restored = turn.memory.restored else { return false }
    let isOlder = restored.at.map { head.at < $0 } ?? true
    switch self {
    case .water, .release: return isOlder
    case .move: return movesHeat && isOlder
    default: return false
    }
  }

  /// What moves water or heat needs a clock that can tell old from new; an answer does no harm.
  private func untimelyWithoutClock(movesHeat: Bool) -> Outcome.Code? {
    switch self {
    case .water, .release: .refused
    case .move: movesHeat ? .refused : nil
    case .answer, .stop, .stopAll, .hold, .hideActivity, .countdown, .stopCountdown, .send,
      .part, .cancel, .account:
      nil
    }
  }

  /// When the notification was sent.
  private static func noteTime(_ note: UniqueID?, _ turn: Turn) -> Timestamp {
    guard let note else { return turn.now.wall }
    if let open = turn.memory.reminders.first(where: { $0.note == note }) {
      return open.sentAt ?? open.dueSince
    }
    return turn.memory.answered.last { $0.closedNote == note }?.at ?? turn.now.wall
  }

  /// Stopping water is never too late and never too often.
  package var alwaysActs: Bool {
    switch self {
    case .stop, .stopAll: true
    case .answer, .move, .water, .hold, .release, .hideActivity, .countdown, .stopCountdown, .send,
      .part, .cancel, .account:
      false
    }
  }
}

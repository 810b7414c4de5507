/// When a command is too old, too new, or over. Without a believable clock of our own only its own order can be checked.
extension Garden {
  /// "Done" counts this long after the reminder, and the other way round.
  static let doneCounts: Duration = .days(7)
  /// A snooze is meant for the reminder that is on the screen.
  static let snoozeCounts: Duration = .hours(24)
  /// Water and heat are meant now.
  static let deedCounts: Duration = .seconds(60)

  /// The code of a refusal by time; `nil`: in time.
  func untimely(_ command: Command, at now: Moment) -> Outcome.Code? {
    let head = command.head
    if command.alwaysActs { return nil }
    guard now.isWallTrusted else { return withoutClock(command) }
    if let expires = head.expires, now.wall > expires { return .expired }
    if head.at > now.wall + plan.site.clockSkew { return .badTime }
    let age = now.wall - head.at
    switch command {
    case .answer(_, _, let note, .done):
      return head.at < noteTime(note, at: now) - Self.doneCounts ? .badTime : nil
    case .answer(_, _, _, .later), .answer(_, _, _, .tomorrow):
      return head.expires == nil && age > Self.snoozeCounts ? .expired : nil
    case .answer, .hideActivity, .stop, .stopAll: return nil
    case .water, .countdown, .hold, .release:
      return head.expires == nil && age > Self.deedCounts ? .expired : nil
    case .stopCountdown: return head.expires == nil && age > Self.snoozeCounts ? .expired : nil
    case .move(_, let control, _, _, _):
      let counts = movesHeat(control) ? Self.deedCounts : Self.snoozeCounts
      return head.expires == nil && age > counts ? .expired : nil
    }
  }

  /// Whether a control moves a device rather than a limit of ours.
  func movesHeat(_ control: ControlID) -> Bool {
    controls.roleNeeded(control) == .operator
  }

  /// What moves water or heat needs a clock that can tell old from new; an answer does no harm.
  private func withoutClock(_ command: Command) -> Outcome.Code? {
    switch command {
    case .water, .release: .refused
    case .move(_, let control, _, _, _): movesHeat(control) ? .refused : nil
    case .answer, .stop, .stopAll, .hold, .hideActivity, .countdown, .stopCountdown: nil
    }
  }

  /// When the notification was sent; version 7 ids carry their time.
  private func noteTime(_ note: UniqueID?, at now: Moment) -> Timestamp {
    guard let note else { return now.wall }
    if let open = memory.reminders.first(where: { $0.note == note }) { return open.sentAt ?? open.dueSince }
    if let closed = memory.answered.last(where: { $0.closedNote == note }) { return closed.at }
    return now.wall
  }
}

extension Command {
  /// Stopping water is never too late and never too often.
  package var alwaysActs: Bool {
    switch self {
    case .stop, .stopAll: true
    case .answer, .move, .water, .hold, .release, .hideActivity, .countdown, .stopCountdown: false
    }
  }
}

/// Devices that are let in while the bridge runs: invited with a secret that counts once, admitted when they have chosen a password of
/// their own, and out when they are revoked or their time is over. No secret passes through here.
///
/// The broker is told one thing at a time. Whatever it may or may not have done ends on the safe side: a device about which nobody knows
/// is out.
struct Accounts: Sendable, Hashable {
  /// That long an invitation is open. A restart of the bridge closes it.
  static let invitationLasts: Duration = .minutes(10)
  /// Accounts at most, with those that wait to be joined.
  static let countMax = 64
  /// A guest's time is written down as often; a restart takes as much of it.
  static let noteInterval: Duration = .minutes(5)
  /// A guest stays that long at most.
  static let guestMax: Duration = .days(400)
  static let answersWithin: Duration = .seconds(5)
  static let againAfter: Duration = .seconds(60)

  struct Task: Sendable, Hashable {
    var kind: AccountOrder.Kind
    var device: DeviceID
    /// Who waits to hear that it is done.
    var asker: CommandHead?
  }

  /// The shell lets orders out: there is a link, and no other bridge is in charge.
  var isOpen = false
  /// The broker obeys.
  var isReachable = false
  var waiting: [Task] = []
  var underWay: Task?
  /// Of the order under way.
  var number = 0
  var answerDue = Uptime(milliseconds: 0)
  var probeAt: Uptime?
  var invitations: [DeviceID: Invitation] = [:]
  /// Those that the broker has made.
  var ready: Set<DeviceID> = []
  private var joining: Set<DeviceID> = []
  private var notedAt: Uptime
  /// When each was heard, as far as it is not written down.
  private var seen: [DeviceID: Timestamp] = [:]

  init(at now: Moment) { notedAt = now.uptime }

  /// A restart closes invitations, and takes from guests what may have passed since their time was written down.
  mutating func start(_ turn: inout Turn) {
    for account in turn.memory.accounts {
      if account.phase == .invited { leave(account, &turn) }
      guard account.phase == .member, let left = account.left else { continue }
      var guest = account
      guest.left = left - min(left, Self.noteInterval)
      turn.remember(.account(guest))
    }
  }

  mutating func take(_ event: AccountEvent, _ turn: inout Turn) {
    switch event {
    case .control(let isOpen): control(isOpen: isOpen, &turn)
    case .answer(let number, let answer): answered(number, answer, &turn)
    case .joins(let device): join(device, &turn)
    }
  }

  /// An invited device has chosen a password; the shell has it.
  private mutating func join(_ device: DeviceID, _ turn: inout Turn) {
    guard mayJoin(device), isReachable else { return }
    joining.insert(device)
    enqueue(.admit, device, &turn)
  }

  /// The broker takes its secret, and nobody has used it.
  func mayJoin(_ device: DeviceID) -> Bool { ready.contains(device) && !joining.contains(device) }

  mutating func heard(_ device: DeviceID, _ turn: Turn) {
    guard turn.now.isWallTrusted, turn.memory.account(device)?.phase == .member else { return }
    seen[device] = turn.now.wall
  }

  /// With when each was heard last.
  func all(_ turn: Turn) -> [AccountMemory] {
    turn.memory.accounts.map { account in
      var account = account
      account.seenAt = seen[account.id] ?? account.seenAt
      return account
    }
  }

  mutating func settle(_ turn: inout Turn) {
    let now = turn.now.uptime
    if underWay != nil, answerDue <= now { giveUp(&turn) }
    if let due = probeAt, due <= now { probe(&turn) }
    for account in turn.memory.accounts {
      if let invitation = invitations[account.id], invitation.ends <= now {
        turn.log(.notice, "device \(account.id)", "nobody took the invitation; it is over")
        leave(account, &turn)
      } else if let end = end(of: account, turn), end <= now {
        turn.log(.notice, "device \(account.id)", "the guest's time is over")
        leave(account, &turn)
      }
    }
    if let due = noteDue(turn), due <= now { note(&turn) }
  }

  func ask(_ waiting: inout Waiting, _ turn: Turn) {
    if underWay != nil { waiting.add(answerDue) }
    waiting.add(probeAt)
    for invitation in invitations.values { waiting.add(invitation.ends) }
    for account in turn.memory.accounts { waiting.add(end(of: account, turn)) }
    waiting.add(noteDue(turn))
  }

  /// Whichever comes first: the guest's date, or the bridge has run as long as the guest had left.
  private func end(of account: AccountMemory, _ turn: Turn) -> Uptime? {
    guard account.phase == .member, let until = account.until, let left = account.left else { return nil }
    let byRunning = notedAt + left
    return turn.now.isWallTrusted ? min(byRunning, turn.now.uptime + (until - turn.now.wall)) : byRunning
  }

  private func noteDue(_ turn: Turn) -> Uptime? {
    let isWanted = !seen.isEmpty || turn.memory.accounts.contains { $0.phase == .member && $0.left != nil }
    return isWanted ? notedAt + Self.noteInterval : nil
  }

  /// Writes down what guests have left, and who was heard.
  private mutating func note(_ turn: inout Turn) {
    let passed = turn.now.uptime - notedAt
    notedAt = turn.now.uptime
    for account in turn.memory.accounts where account.phase == .member {
      var noted = account
      noted.left = account.left.map { $0 - min($0, passed) }
      noted.seenAt = seen[account.id] ?? account.seenAt
      if noted != account { turn.remember(.account(noted)) }
    }
    seen = [:]
  }

  /// The broker has taken its password: from here on it is a device like any other.
  mutating func admitted(_ account: AccountMemory, _ turn: inout Turn) {
    // From now on its time is counted.
    note(&turn)
    var member = account
    member.phase = .member
    forgetInvitation(of: account.id)
    turn.remember(.account(member))
    turn.news.append(.devicesChanged)
    turn.log(.notice, "device \(account.id)", "joined as \(account.name) of \(account.person)")
  }

  /// It is out from here on; the broker is told, and told again until it has done so. So are those out whom it has just invited.
  ///
  /// - Parameter code: what whoever invited it is told, if nothing was told yet.
  mutating func leave(
    _ account: AccountMemory, asker: CommandHead? = nil, code: Outcome.Code = .cancelled, _ turn: inout Turn
  ) {
    guard account.phase != .leaving else { return }
    if let open = invitations[account.id], !ready.contains(account.id) {
      conclude(open.head.outcome(code), &turn)
    }
    forgetInvitation(of: account.id)
    seen[account.id] = nil
    waiting.removeAll { $0.device == account.id }
    var gone = account
    gone.phase = .leaving
    turn.remember(.account(gone))
    if account.phase == .member { turn.news.append(.devicesChanged) }
    enqueue(.remove, account.id, asker: asker, &turn)
    for other in turn.memory.accounts where other.phase == .invited && other.invitedBy == account.id {
      leave(other, &turn)
    }
  }

  /// The broker has no such account.
  mutating func forget(_ account: AccountMemory, _ turn: inout Turn) {
    forgetInvitation(of: account.id)
    seen[account.id] = nil
    turn.remember(.noAccount(id: account.id))
    if account.phase == .member { turn.news.append(.devicesChanged) }
  }

  private mutating func forgetInvitation(of device: DeviceID) {
    invitations[device] = nil
    ready.remove(device)
    joining.remove(device)
  }

  mutating func conclude(_ outcome: Outcome, _ turn: inout Turn) {
    turn.remember(.answered(AnsweredMemory(outcome: outcome, at: turn.now.wall)))
    turn.effects.append(.acknowledge(outcome))
  }
}

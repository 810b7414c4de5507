// Who may let in whom.
extension Accounts {
  /// Carries out what a device with an operator's rights asks. It is answered when the broker has done it, or here, if nothing is done.
  ///
  /// - Returns: `nil`: the answer comes later.
  mutating func obey(_ head: CommandHead, _ wish: AccountWish, _ turn: inout Turn) -> Outcome? {
    let asked = (underWay.map { [$0] } ?? []) + waiting
    let heads = invitations.values.map(\.head) + asked.compactMap(\.asker)
    // It is asked again before the broker has done it.
    if heads.contains(where: { $0.id == head.id && $0.device == head.device }) { return nil }
    return begin(head, wish, &turn)
  }

  private mutating func begin(_ head: CommandHead, _ wish: AccountWish, _ turn: inout Turn) -> Outcome? {
    let asker = turn.memory.account(head.device)
    // Who stays for a time would outlive it in those whom it lets in.
    guard asker?.until == nil else { return head.outcome(.forbidden) }
    switch wish {
    case .invite(let name, let person, let role, let until):
      // Only the config makes operators who make operators.
      if asker != nil, role == .operator { return head.outcome(.forbidden) }
      return invite(head, name: name, person, role, until: until, &turn)
    case .rotate(let device), .revoke(let device):
      guard let account = turn.memory.account(device) else { return head.outcome(.badValue) }
      if asker != nil, asker != account, account.role == .operator { return head.outcome(.forbidden) }
      guard case .rotate = wish else { return revoke(head, account, &turn) }
      // It would be out before it could ask for its own new code.
      return asker == account ? head.outcome(.forbidden) : rotate(head, account, &turn)
    }
  }

  private mutating func invite(
    _ head: CommandHead, name: String, _ person: PersonID, _ role: Role, until: Timestamp?,
    _ turn: inout Turn
  ) -> Outcome? {
    guard isReachable else { return head.outcome(.notReachable) }
    guard turn.plan.people.contains(where: { $0.id == person }) else { return head.outcome(.badValue) }
    guard turn.memory.accounts.count < Self.countMax else { return head.outcome(.busy) }
    var left: Duration?
    if let until {
      guard turn.now.isWallTrusted else { return head.outcome(Reason(.clock)) }
      guard until > turn.now.wall, until <= turn.now.wall + Self.guestMax else {
        return head.outcome(.badTime)
      }
      left = until - turn.now.wall
    }
    let account = AccountMemory(
      id: freshID(for: name, &turn), name: name, person: person, role: role, phase: .invited, until: until,
      left: left, invitedBy: head.device)
    turn.remember(.account(account))
    open(account.id, head, turn)
    enqueue(.open(name: name), account.id, &turn)
    return nil
  }

  private mutating func rotate(
    _ head: CommandHead, _ account: AccountMemory, _ turn: inout Turn
  ) -> Outcome? {
    // Whoever cannot be let in again is not put out.
    guard isReachable else { return head.outcome(.notReachable) }
    guard account.phase == .member else { return head.outcome(.conflict) }
    var invited = account
    invited.phase = .invited
    invited.invitedBy = head.device
    turn.remember(.account(invited))
    turn.news.append(.devicesChanged)
    open(account.id, head, turn)
    enqueue(.reopen, account.id, &turn)
    return nil
  }

  private mutating func revoke(
    _ head: CommandHead, _ account: AccountMemory, _ turn: inout Turn
  ) -> Outcome? {
    guard account.phase != .leaving else { return head.outcome(.alreadyDone) }
    guard isOpen else { return head.outcome(.notReachable) }
    leave(account, asker: head, &turn)
    return nil
  }

  private mutating func open(_ device: DeviceID, _ head: CommandHead, _ turn: Turn) {
    invitations[device] = Invitation(
      device: device, head: head, ends: turn.now.uptime + Self.invitationLasts)
  }

  /// What can be read of the name, and four letters of chance: no account that is there already has that name.
  private func freshID(for name: String, _ turn: inout Turn) -> DeviceID {
    var stem = ""
    for character in name.lowercased() {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain { stem.append(character) } else if !stem.isEmpty, stem.last != "-" { stem.append("-") }
    }
    stem = String(stem.prefix(24))
    while stem.last == "-" { stem.removeLast() }
    if stem.isEmpty { stem = "phone" }
    while true {
      let chance = turn.dice.next()
      let letters = (0..<4).map { Character(UnicodeScalar(UInt8(97 + (chance >> UInt64(16 * $0)) % 26))) }
      let id = stem + "-" + String(letters)
      if turn.plan.device(id) == nil, turn.memory.account(id) == nil { return id }
    }
  }
}

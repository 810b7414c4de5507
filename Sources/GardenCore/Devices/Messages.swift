/// Messages between the apps of one person's devices. What is guaranteed waits in memory, one at a time on its way to each device: so its
/// order needs no counting, neither here nor there. The bytes of blobs are the store's; what is known here is how many there are.
struct Messages: Sendable, Hashable {
  /// That many wait for one device; one more is refused rather than lost.
  static let waitingMax = 50
  /// Glances for one device and day.
  static let glancesPerDay = 50

  /// The other devices of that one's person, in the order of the config.
  static func companions(of device: DeviceID, _ turn: Turn, at now: Moment) -> [Companion] {
    turn.plan.companions(of: device).map { other in
      guard let known = turn.memory.devices.first(where: { $0.id == other.id }) else {
        return Companion(id: other.id)
      }
      let today = turn.plan.site.calendar.local(now.wall).dayNumber
      let isNewDay = now.isWallTrusted && known.glanceDay != today
      return Companion(
        id: other.id, kind: known.profile.kind,
        glancesLeft: glancesPerDay - (isNewDay ? 0 : known.glancesSent))
    }
  }
  /// The way to a device was full: it is not filled again at once.
  private static let againAfter: Duration = .minutes(1)

  /// What each device was sent last and has not acknowledged.
  private var onTheWay: [DeviceID: UniqueID] = [:]
  private var pausesUntil: [DeviceID: Uptime] = [:]
  /// Whoever has just asked is there, whatever it says of its presence, and waits for an answer.
  private var asksUntil: [DeviceID: Uptime] = [:]
  private static let answersWithin: Duration = .seconds(10)
  /// What waits ends, or may go, no sooner than this; `nil`: nothing waits for time.
  private var due: Timestamp?

  /// - Parameter reachability: of the receiver.
  mutating func send(_ message: AppMessage, reachability: Reachability, _ turn: inout Turn) -> Outcome {
    let head = message.head
    guard message.to != head.device, turn.plan.areOfOnePerson(head.device, message.to) else {
      return head.outcome(.forbidden)
    }
    // Two senders that chose one id: its acks could not be told apart.
    guard !isTaken(head.id, turn) else { return head.outcome(.conflict) }
    let isAsking = message.kind == .immediate && asksUntil[message.to].map { turn.now.uptime < $0 } ?? false
    guard reachability >= message.kind.needs || isAsking else {
      return head.outcome(.notReachable, .reachability(reachability))
    }
    switch message.kind {
    case .immediate, .interactive:
      if message.kind == .interactive { asksUntil[head.device] = turn.now.uptime + Self.answersWithin }
      turn.effects.append(.deliver(message))
      return head.outcome(.accepted)
    case .guaranteed:
      guard hasRoom(for: message.to, turn) else { return head.outcome(.busy) }
      keep(message, &turn)
      hand(to: message.to, &turn)
      return head.outcome(.queued)
    case .blob:
      guard turn.can(.blob, message.to) else { return head.outcome(.refused) }
      if let refusal = refusal(of: 1, head, turn) { return refusal }
      guard hasRoom(for: message.to, turn) else { return head.outcome(.busy) }
      let underWay = turn.memory.messages.filter { $0.message.head.device == head.device && !$0.isWhole }
      // An app that was killed may have forgotten what it had begun.
      if underWay.count >= Self.blobsUnderWayMax { end(underWay[0], .cancelled, &turn) }
      keep(message, &turn)
      return head.outcome(.accepted, .stored(bytes: 0))
    case .glance:
      dropGlances(for: message.to, &turn)
      if let left = spendGlance(on: message.to, &turn) {
        turn.effects.append(.deliver(message))
        return head.outcome(.accepted, .glances(left: left))
      }
      keep(message, &turn)
      return head.outcome(.queued, .glances(left: 0))
    }
  }

  /// Its sender takes back what has not arrived.
  mutating func cancel(_ head: CommandHead, _ id: UniqueID, _ turn: inout Turn) -> Outcome {
    if let waiting = turn.memory.message(id, from: head.device) {
      end(waiting, .cancelled, &turn)
      return head.outcome(.accepted)
    }
    let isKnown = turn.memory.answered.contains { $0.outcome.id == id && $0.outcome.device == head.device }
    return head.outcome(isKnown ? .alreadyDone : .unknownMessage)
  }

  /// The receiver has it, or cannot read it: the next one's turn, and its sender is told.
  mutating func acknowledged(_ id: UniqueID, by device: DeviceID, isRead: Bool, _ turn: inout Turn) {
    guard onTheWay[device] == id,
      let waiting = turn.memory.messages.first(where: { $0.message.head.id == id && $0.message.to == device })
    else { return }
    end(waiting, isRead ? .delivered : .refused, &turn)
  }

  /// The way was full, and it was dropped before it left.
  mutating func takeBack(_ id: UniqueID, from device: DeviceID, _ turn: inout Turn) {
    guard onTheWay[device] == id else { return }
    onTheWay[device] = nil
    pausesUntil[device] = turn.now.uptime + Self.againAfter
  }

  /// It left for good.
  mutating func left(_ device: DeviceID, _ turn: inout Turn) {
    for waiting in turn.memory.messages where waiting.message.to == device {
      end(waiting, .notReachable, &turn)
    }
  }

  /// At start, and for a new plan: who may not any more is told so, and what waits goes on.
  mutating func adopt(_ turn: inout Turn) {
    for waiting in turn.memory.messages {
      let message = waiting.message
      if !turn.plan.areOfOnePerson(message.head.device, message.to) { end(waiting, .forbidden, &turn) }
    }
    for device in Set(turn.memory.messages.map(\.message.to)).sorted() { hand(to: device, &turn) }
    look(turn)
  }

  mutating func settle(_ turn: inout Turn) {
    let now = turn.now
    for (device, until) in pausesUntil.sorted(by: { $0.key < $1.key }) where until <= now.uptime {
      pausesUntil[device] = nil
      hand(to: device, &turn)
    }
    guard now.isWallTrusted, let due, due <= now.wall else { return }
    for waiting in turn.memory.messages {
      let message = waiting.message
      if message.expires <= now.wall {
        end(waiting, .expired, &turn)
      } else if message.kind == .glance, let left = spendGlance(on: message.to, &turn) {
        turn.effects.append(.deliver(message))
        end(waiting, .accepted, &turn, detail: .glances(left: left))
      }
    }
    look(turn)
  }

  /// When ``settle(_:)`` would do something.
  func ask(_ waiting: inout Waiting) {
    for until in pausesUntil.values { waiting.add(until) }
    if waiting.now.isWallTrusted, let due, waiting.isDue(due) { waiting.addNow() }
  }

  private mutating func keep(_ message: AppMessage, received: Int = 0, _ turn: inout Turn) {
    let number = (turn.memory.messages.map(\.number).max() ?? 0) + 1
    turn.remember(.message(MessageMemory(number: number, message: message, received: received)))
    look(turn)
  }

  /// It waits no longer. What its sender was told of it last is what a repeat of it is told.
  private mutating func end(
    _ waiting: MessageMemory, _ code: Outcome.Code, _ turn: inout Turn, detail: Outcome.Detail = .none
  ) {
    let message = waiting.message
    turn.remember(.noMessage(number: waiting.number))
    if message.blob != nil { turn.remember(.noBlob(message: message.head.id)) }
    let outcome = message.head.outcome(code, detail)
    turn.remember(.answered(AnsweredMemory(outcome: outcome, at: turn.now.wall)))
    turn.effects.append(.acknowledge(outcome))
    guard onTheWay[message.to] == message.head.id else { return }
    onTheWay[message.to] = nil
    if code != .delivered { turn.effects.append(.recall(message.head.id, from: message.to)) }
    hand(to: message.to, &turn)
  }

  private mutating func hand(to device: DeviceID, _ turn: inout Turn) {
    guard onTheWay[device] == nil, pausesUntil[device] == nil else { return }
    let now = turn.now
    let next = turn.memory.messages.first {
      let message = $0.message
      return message.to == device && message.kind.isGuaranteed && $0.isWhole
        && (message.expires > now.wall || !now.isWallTrusted)
    }
    guard let next else { return }
    onTheWay[device] = next.message.head.id
    turn.effects.append(.deliver(next.message))
  }

  private func hasRoom(for device: DeviceID, _ turn: Turn) -> Bool {
    turn.memory.messages.count { $0.message.to == device } < Self.waitingMax
  }

  private func isTaken(_ id: UniqueID, _ turn: Turn) -> Bool {
    turn.memory.messages.contains { $0.message.head.id == id }
      || turn.memory.reminders.contains { $0.note == id }
  }
}

/// Glances: few a day, and of those that wait the newest.
extension Messages {
  /// What is left after one more; `nil`: nothing was.
  private func spendGlance(on device: DeviceID, _ turn: inout Turn) -> Int? {
    let today = turn.plan.site.calendar.local(turn.now.wall).dayNumber
    let known = turn.memory.devices.first { $0.id == device }
    // Without a clock nobody knows that a new day has begun.
    let isNewDay = turn.now.isWallTrusted && known?.glanceDay != today
    let sent = isNewDay ? 0 : known?.glancesSent ?? 0
    guard sent < Self.glancesPerDay else { return nil }
    turn.know(device) {
      if isNewDay { $0.glanceDay = today }
      $0.glancesSent = sent + 1
    }
    return Self.glancesPerDay - sent - 1
  }

  private mutating func dropGlances(for device: DeviceID, _ turn: inout Turn) {
    for waiting in turn.memory.messages where waiting.message.to == device && waiting.message.kind == .glance
    {
      end(waiting, .cancelled, &turn)
    }
  }

  /// When something of what waits ends, or a new day begins for a glance.
  private mutating func look(_ turn: Turn) {
    let calendar = turn.plan.site.calendar
    let tomorrow = calendar.moment(
      dayNumber: calendar.local(turn.now.wall).dayNumber + 1, secondOfDay: 0)
    due = turn.memory.messages.map {
      $0.message.kind == .glance ? min($0.message.expires, tomorrow) : $0.message.expires
    }.min()
  }
}

/// Blobs: bytes that follow their message, from the first to the last. With the last one it takes its place in the queue.
extension Messages {
  /// Of one sender, not whole yet.
  private static var blobsUnderWayMax: Int { 2 }
  /// Of all that wait, and of those of one sender.
  static var blobBytesMax: Int { 32 << 20 }
  private static var blobBytesMaxOfOne: Int { 16 << 20 }

  /// Bytes that come twice, late or too early change nothing: their sender is told how many there are.
  mutating func take(_ part: BlobBytes, _ head: CommandHead, _ turn: inout Turn) -> Outcome {
    guard var waiting = turn.memory.message(head.id, from: head.device), let blob = waiting.message.blob
    else {
      return turn.memory.answer(to: head)?.outcome ?? head.outcome(.unknownMessage)
    }
    func stands() -> Outcome {
      head.outcome(waiting.isWhole ? .queued : .accepted, .stored(bytes: waiting.received))
    }
    guard part.at == waiting.received, !waiting.isWhole else { return stands() }
    guard part.at + part.bytes.count <= blob.size else { return head.outcome(.outOfRange) }
    if let refusal = refusal(of: part.bytes.count, head, turn) { return refusal }
    turn.remember(.blobBytes(part))
    waiting.received += part.bytes.count
    // What a repeat of the message is told.
    turn.remember(.answered(AnsweredMemory(outcome: stands(), at: turn.now.wall)))
    if waiting.isWhole {
      turn.remember(.noMessage(number: waiting.number))
      keep(waiting.message, received: waiting.received, &turn)
      hand(to: waiting.message.to, &turn)
    } else {
      turn.remember(.message(waiting))
    }
    return stands()
  }

  /// So many bytes more cannot be stored; `nil`: they can.
  private func refusal(of count: Int, _ head: CommandHead, _ turn: Turn) -> Outcome? {
    if turn.bar == .store { return head.outcome(Reason(.disk)) }
    func stored(_ messages: [MessageMemory]) -> Int { messages.reduce(count) { $0 + $1.received } }
    let own = turn.memory.messages.filter { $0.message.head.device == head.device }
    let isRoom = stored(turn.memory.messages) <= Self.blobBytesMax && stored(own) <= Self.blobBytesMaxOfOne
    return isRoom ? nil : head.outcome(.busy)
  }
}

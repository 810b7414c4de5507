internal import LoamKit

internal import struct GardenCore.Moment

// MARK: - What is sent, one request after the other

extension Courier {
  /// Nothing is edited more often, or the service would refuse it.
  static let restMilliseconds: Int64 = 5_000

  /// The next request, where none is on its way and the channel may be asked.
  mutating func dispatch(at now: Moment) {
    guard errand == nil, isBound else { return }
    if let pause = memory.pause {
      if pause.holds(at: now) { return }
      memory.pause = nil
    }
    if now.day != memory.day { (memory.day, memory.spent) = (now.day, 0) }
    while errand == nil, let (errand, request) = next(at: now) {
      recipient = plan(of: errand)?.entry ?? signalled(errand)
      guard let request else {
        // The channel cannot do that.
        skip(errand)
        continue
      }
      begin(errand, at: now)
      self.errand = errand
      effects.append(.send(request))
    }
  }

  private mutating func next(at now: Moment) -> (Errand, ChannelRequest?)? {
    if let query = memory.queries.first(where: { $0.due <= now.wall.milliseconds }) {
      return (.query(query.id), request(answering: query))
    }
    // Our count ends what can wait. Whether an alarm is one too many the server says.
    let isSpent = isSpent(at: now)
    let open = memory.items.filter {
      !$0.isSettled && (restsUntil($0, at: now) ?? 0) <= now.wall.milliseconds && !waitsForToken($0)
        && (!isSpent || $0.fate == .open && $0.isUrgent && $0.isLoud)
    }
    let item =
      open.first { $0.isUrgent && $0.fate == .open } ?? open.first { $0.fate == .open && $0.sent == 0 }
      ?? open.first
    guard let item else { return isSpent ? nil : signal(at: now) }
    if item.sent == item.version, let stray = item.strays.first {
      return (.stray(key: item.key, handle: stray), request(takingAway: item, handle: stray, at: now))
    }
    let isCorrection = item.sent > 0 && !item.isLoud
    if item.fate == .gone {
      let isLate = isScarce(at: now) && !item.isUrgent
      return (
        .takeAway(key: item.key, version: item.version),
        isLate ? nil : request(takingAway: item, handle: item.handle, at: now)
      )
    }
    let errand = Errand.show(key: item.key, version: item.version)
    if isCorrection, isScarce(at: now) || !canCorrect { return (errand, nil) }
    return (errand, request(showing: item, at: now))
  }

  /// A message that replaces nothing would only be one more.
  private var canCorrect: Bool {
    switch abilities.updates {
    case .none: false
    case .edit: true
    case .replace: memory.replaces != false
    }
  }

  /// Until when an edit has to wait; `nil`: it need not.
  func restsUntil(_ item: Item, at now: Moment) -> Int64? {
    // What lies ahead was written by a clock that has been set back since.
    guard item.matter == .run, item.fate == .open, item.sent > 0, let changed = item.changedAt,
      changed <= now.wall.milliseconds
    else { return nil }
    return changed + Self.restMilliseconds
  }

  // MARK: Before and after

  /// The same message again takes the place of itself.
  private var isNamed: Bool { abilities.updates == .replace && memory.replaces != false }

  private mutating func begin(_ errand: Errand, at now: Moment) {
    if let key = errand.key, let place = place(key), memory.items[place].matter == .run, recipient != nil {
      memory.items[place].stamp = Apns.stamp(memory.items[place], at: now)
    }
    guard case .show(let key, let version) = errand, let place = place(key) else { return }
    if memory.items[place].begun > memory.items[place].sent, memory.items[place].handle == nil, !isNamed {
      // It may have arrived before the process ended; the service has no name for it by which it could replace it.
      memory.count(.unsure)
    }
    begunBefore = memory.items[place].begun
    memory.items[place].begun = version
  }

  private mutating func skip(_ errand: Errand) {
    switch errand {
    case .query(let id): forget(query: id)
    case .show(let key, let version), .takeAway(let key, let version):
      guard let place = place(key) else { return }
      if memory.items[place].begun > memory.items[place].sent, memory.items[place].handle == nil, !isNamed {
        memory.count(.unsure)
      }
      memory.items[place].sent = version
      memory.count(.spared)
    case .stray(let key, let handle):
      guard let place = place(key) else { return }
      memory.items[place].strays.removeAll { $0 == handle }
    case .signal: break
    }
  }

  private func place(_ key: String) -> Int? { memory.items.firstIndex { $0.key == key } }

  mutating func finish(_ outcome: ChannelOutcome, at now: Moment) {
    guard let errand else { return }
    self.errand = nil
    let recipient = recipient
    self.recipient = nil
    // A token that starts activities changes by itself once it was used; any other means that what was sent may be nowhere.
    if let recipient, recipient.use != .activityStart, !isHeld(recipient) {
      switch outcome {
      // It may be the same phone under another token: then it is there, and has to be taken away.
      case .taken, .failed: return
      // That the service wants to be left alone concerns every token.
      case .later(let seconds): pause(seconds: seconds, at: now)
      default: break
      }
      return unbegin(errand)
    }
    switch outcome {
    case .taken(let handle, let replaces):
      succeeded(at: now)
      memory.replaces = replaces ?? memory.replaces
      done(errand, handle, at: now)
    case .moot:
      succeeded(at: now)
      done(errand, nil, at: now)
    case .missing:
      succeeded(at: now)
      missed(errand, at: now)
    case .later(let seconds):
      memory.count(.retried)
      memory.failures += 1
      trouble("too many requests: waits \(seconds) s", at: now)
      unbegin(errand)
      pause(seconds: seconds, at: now)
    case .failed(let reason): fail(reason, at: now)
    case .unreachable(let reason):
      unbegin(errand)
      fail(reason, at: now)
    case .gone(let since):
      unbegin(errand)
      if let recipient, memory.tokens?.forget(recipient.token, lost: since) == true {
        memory.count(.retried)
        return trouble("the service knows the app's token no longer", at: now)
      }
      fail("the service says that the address is in use no longer: its app has to sign up again", at: now)
    case .tooLong(let reason):
      unbegin(errand)
      shorten(errand, reason, at: now)
    case .moved(let chat):
      unbegin(errand)
      bind(chat)
      fail("the chat has another number now", at: now)
    case .refused(let reason): refused(errand, reason, at: now)
    }
  }

  private mutating func refused(_ errand: Errand, _ reason: String, at now: Moment) {
    memory.count(.refused)
    // That an edit or an answer to a press is refused keeps nothing from anybody.
    let isNews =
      if case .show(let key, _) = errand { place(key).map { memory.items[$0].sent == 0 } ?? false } else {
        false
      }
    trouble(reason, isLost: isNews, at: now)
    drop(errand, at: now)
  }

  /// It is tried again, after a while.
  private mutating func fail(_ reason: String, at now: Moment) {
    memory.count(.retried)
    memory.failures += 1
    trouble(reason, at: now)
    memory.pause = Pause(
      from: now.wall.milliseconds, milliseconds: Backoff.milliseconds(after: memory.failures, &chance))
  }

  /// Half of its text is tried at once: after a few times either it is taken or there is nothing left to say.
  private mutating func shorten(_ errand: Errand, _ reason: String, at now: Moment) {
    let text = errand.key.flatMap(place).map {
      Face.lines(memory.items[$0]).joined(separator: "\n").utf8.count
    }
    let most = memory.textBytesMax ?? min(text ?? 0, abilities.textBytesMax)
    guard most > WebPush.textBytesMin else { return refused(errand, reason, at: now) }
    memory.textBytesMax = max(WebPush.textBytesMin, most / 2)
    memory.count(.retried)
    trouble(reason, isLost: false, at: now)
  }

  /// As the service has asked for, and a little more: not all come back at once.
  mutating func pause(seconds: Int64, at now: Moment) {
    let jitter = Int64(chance.next() % 1000)
    memory.pause = Pause(
      from: now.wall.milliseconds, milliseconds: Backoff.clamped(seconds) * 1000 + jitter)
  }

  private mutating func succeeded(at now: Moment) {
    (memory.failures, memory.outSince) = (0, nil)
    memory.pause = nil
    memory.textBytesMax = nil
    memory.spent += 1
    memory.count(.sent)
    memory.lastSuccess = now.wall.seconds
  }

  private mutating func trouble(_ reason: String, isLost: Bool = true, at now: Moment) {
    if isLost { memory.outSince = memory.outSince ?? now.wall.seconds }
    memory.lastFailure = now.wall.seconds
    memory.lastTrouble = String(reason.prefix(200))
  }

  /// This attempt is certainly not there; one before it may be.
  private mutating func unbegin(_ errand: Errand) {
    guard case .show(let key, _) = errand, let place = place(key) else { return }
    memory.items[place].begun = begunBefore
  }

  private mutating func done(_ errand: Errand, _ handle: Int64?, at now: Moment) {
    switch errand {
    case .query(let id): forget(query: id)
    case .show(let key, let version):
      guard let place = place(key) else { return }
      let isNew = memory.items[place].sent == 0
      // One that was to go when this request was on its way still goes.
      if let handle, !memory.items[place].strays.contains(handle) {
        if let known = memory.items[place].handle, known != handle {
          memory.items[place].strays.append(known)
        }
        memory.items[place].handle = handle
      }
      memory.items[place].sent = max(version, memory.items[place].sent)
      memory.items[place].sentAt = memory.items[place].sentAt ?? now.wall.seconds
      memory.items[place].changedAt = now.wall.milliseconds
      if memory.items[place].matter == .run, memory.items[place].fate != .open,
        memory.items[place].version == version
      {
        memory.tokens?.forget(activity: memory.items[place].note)
      }
      // What follows on this key is a correction, until the bridge says something that shall be heard.
      if memory.items[place].version == version { memory.items[place].isLoud = false }
      if isNew, memory.items[place].matter == .trial, let id = MessageID(memory.items[place].note) {
        trials.append(TrialStep(id: id, milliseconds: now.wall.milliseconds, button: nil))
      }
    case .takeAway(let key, let version):
      guard let place = place(key) else { return }
      memory.items[place].sent = version
      memory.items[place].handle = nil
    case .stray(let key, let handle):
      guard let place = place(key) else { return }
      memory.items[place].strays.removeAll { $0 == handle }
    case .signal(let use, let rev): signalled(use, rev, at: now)
    }
  }

  /// A question that is still open is asked anew; anything else has nobody who would read it.
  private mutating func missed(_ errand: Errand, at now: Moment) {
    guard case .show(let key, _) = errand, let place = place(key), memory.items[place].fate == .open,
      memory.items[place].matter == .reminder
    else { return done(errand, nil, at: now) }
    memory.items[place].handle = nil
    memory.items[place].sent = 0
    memory.items[place].begun = 0
  }

  /// It would be refused again.
  private mutating func drop(_ errand: Errand, at now: Moment) {
    guard case .show(let key, let version) = errand, let place = place(key),
      memory.items[place].sent == 0
    else {
      if case .signal(let use, let rev) = errand { signalled(use, rev, at: now) }
      return skip(errand)
    }
    memory.items[place].sent = version
    memory.items[place].begun = version
    memory.items[place].isLoud = false
  }
}

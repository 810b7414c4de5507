/// When a person is told about a probe: late, once, and as one matter per probe.
extension Sensors {
  /// A probe that went offline is given this long to come back.
  static let offlinePatience: Duration = .hours(1)
  /// After a trouble was over the same probe is not named again for this long.
  static let troublePause: Duration = .hours(24)
  /// After the broker came back, probes get this long to speak at least.
  static let linkPatience: Duration = .minutes(15)

  mutating func watch(_ s: Int, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    guard mustWatch(s, turn, &waiting) else { return }
    if self[s].isNamed {
      self[s].troubleEndedAt = turn.now.uptime
      turn.news.append(.closes(key: NoticeKey.sensor(self[s].plan.id), .cancelled))
    } else if let trouble = trouble(of: s, turn, &waiting) {
      self[s].isNamed = true
      turn.news.append(.opens(.sensor(self[s].plan.id, trouble)))
      turn.log(.warning, "sensor \(self[s].plan.id)", "needs attention: \(trouble.words)")
    }
  }

  /// Its trouble is to be named, or is over.
  func mustWatch(_ s: Int, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard self[s].wanted != 0 else { return false }
    let trouble = trouble(of: s, turn, &waiting)
    guard self[s].isNamed else { return trouble != nil && mayName(s, turn, &waiting) }
    // An unreachable broker proves nothing about the probe.
    return trouble == nil && turn.link.isUp && hasSpoken(s, &waiting)
  }

  private func mayName(_ s: Int, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard turn.link.isUp, waiting.isDue(turn.link.since + Self.linkPatience) else { return false }
    return self[s].troubleEndedAt.map { waiting.isDue($0 + Self.troublePause) } ?? true
  }

  /// Some wanted quantity is fresh: the probe is alive.
  private func hasSpoken(_ s: Int, _ waiting: inout Waiting) -> Bool {
    for quantity in Quantity.evaluated
    where self[s].wanted & quantity.bit != 0 && self[s].weakness(of: quantity, &waiting) == nil {
      return true
    }
    return false
  }

  /// What is wrong with a probe; of several things the one that matters most.
  func trouble(of s: Int, _ turn: Turn, _ waiting: inout Waiting) -> SensorTrouble? {
    if self[s].isOnline == false {
      guard let since = self[s].offlineSince else { return nil }
      return waiting.isDue(since + (self[s].mayBeAsleep ? Rhythm.day : Self.offlinePatience)) ? .offline : nil
    }
    if isTakenBack(s) { return ownTrouble(of: s, &waiting) }
    var heardAny = false
    for quantity in Quantity.evaluated where self[s].wanted & quantity.bit != 0 {
      let channel = self[s].channels[Int(quantity.rawValue)]
      // A quantity that a probe never sent is not missed.
      guard channel.value != nil else { continue }
      heardAny = true
      guard let weakness = self[s].age(of: quantity, &waiting),
        weakness == .silent || weakness == .unreadable,
        weakness == .unreadable || isSilenceSure(s, channel, &waiting)
      else { continue }
      let patience = min(self[s].patience(of: quantity), Self.linkPatience)
      if waiting.isDue(max(turn.link.since, turn.startedAt) + patience) {
        if weakness == .unreadable { return .unreadable }
        return !self[s].isRefused && self[s].isHeard(&waiting) ? .missing(quantity) : silence(of: s)
      }
    }
    let first = self[s].refusalCount > 0 || self[s].isRefused ? Rhythm.unknown : Rhythm.day
    if !heardAny, waiting.isDue(self[s].listeningSince + (self[s].plan.silentAfter ?? first)) {
      return self[s].refusalCount > 0 ? .unreadable : silence(of: s)
    }
    if let finding = self[s].judge.finding,
      self[s].wanted & finding.quantity.bit != 0 || finding.quantity == .battery
    {
      return .suspect(finding)
    }
    if let alarm = self[s].alarm { return .alarm(alarm) }
    return self[s].isBatteryLow ? .batteryLow : nil
  }

  /// A person hears of it later than the plant, while the probe's nights are not known.
  private func isSilenceSure(_ s: Int, _ channel: Channel, _ waiting: inout Waiting) -> Bool {
    guard self[s].plan.silentAfter == nil, !self[s].isRefused, let freshUntil = channel.freshUntil else {
      return true
    }
    return waiting.isDue(freshUntil + (channel.rhythm.surePatience - channel.rhythm.patience))
  }

  /// Nothing came of it: is it the probe, or the broker?
  private func silence(of s: Int) -> SensorTrouble { self[s].isRefused ? .refused : .silent }

  /// A quantity that somebody asks for was taken back by the device itself.
  private func isTakenBack(_ s: Int, for why: Refusal? = nil) -> Bool {
    Quantity.evaluated.contains { quantity in
      guard self[s].wanted & quantity.bit != 0,
        let takenBack = self[s].channels[Int(quantity.rawValue)].takenBack
      else { return false }
      return why.map { $0 == takenBack } ?? true
    }
  }

  /// What the device says is wrong; it gets a little time to take that back again.
  private func ownTrouble(of s: Int, _ waiting: inout Waiting) -> SensorTrouble? {
    guard let since = self[s].takenBackSince else { return nil }
    if isTakenBack(s, for: .fault) {
      return waiting.isDue(since + Self.linkPatience) ? .faulty(self[s].fault ?? DeviceWord()) : nil
    }
    return waiting.isDue(since + Self.offlinePatience) ? .offline : nil
  }
}

extension Sensors {
  /// Sensors that somebody reads and that are silent, unreadable or offline.
  func silentCount(_ turn: Turn, at now: Moment) -> Int {
    var waiting = Waiting(at: now)
    return indices.count { s in
      guard self[s].wanted != 0, let trouble = trouble(of: s, turn, &waiting) else { return false }
      if case .suspect(let finding) = trouble { return finding.kind.blinds }
      return trouble != .batteryLow
    }
  }
}

extension SensorTrouble {
  /// For the log.
  package var words: String {
    switch self {
    case .silent: "nothing was heard from it for too long"
    case .missing(let quantity): "it goes on speaking, but says nothing of \(quantity.name) any more"
    case .refused: "the broker refuses the subscription to its topic"
    case .unreadable: "what it sends cannot be used"
    case .batteryLow: "its battery is low"
    case .offline: "it is offline"
    case .faulty(let word): "it says that its probe is broken: \(word.text)"
    case .alarm(let word): "its own alarm: \(word.text)"
    case .suspect(let finding): finding.words(.utc, seenFrom: finding.since)
    }
  }
}

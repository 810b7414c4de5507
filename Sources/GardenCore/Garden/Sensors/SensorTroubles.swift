/// When a person is told about a probe: late, once, and as one matter per probe.
extension Garden {
  /// A probe that went offline is given this long to come back.
  static let offlinePatience: Duration = .hours(1)
  /// After a trouble was over the same probe is not named again for this long.
  static let troublePause: Duration = .hours(24)
  /// After the broker came back, probes get this long to speak at least.
  static let linkPatience: Duration = .minutes(15)

  mutating func watch(_ s: Int) {
    guard sensors[s].wanted != 0, mustWatch(s, at: turn.now) else { return }
    let key = NoticeKey.sensor(sensors[s].plan.id)
    if sensors[s].isNamed {
      sensors[s].troubleEndedAt = turn.now.uptime
      closeReminder(key, .cancelled, by: nil)
    } else if let trouble = trouble(of: s, at: turn.now) {
      sensors[s].isNamed = true
      openReminder(
        key, .sensor, subject: sensors[s].plan.id, quantity: trouble == .batteryLow ? .battery : nil)
      turn.log(.warning, "sensor \(sensors[s].plan.id)", "needs attention: \(trouble.words)")
    }
  }

  /// Its trouble is to be named, or is over.
  func mustWatch(_ s: Int, at now: Moment) -> Bool {
    let trouble = trouble(of: s, at: now)
    guard sensors[s].isNamed else { return trouble != nil && mayName(s, at: now) }
    // An unreachable broker proves nothing about the probe.
    return trouble == nil && turn.link.isUp && hasSpoken(s, at: now)
  }

  private func mayName(_ s: Int, at now: Moment) -> Bool {
    guard turn.link.isUp, now.uptime - turn.link.since >= Self.linkPatience else { return false }
    guard let ended = sensors[s].troubleEndedAt else { return true }
    return now.uptime - ended >= Self.troublePause
  }

  /// Some wanted quantity is fresh: the probe is alive.
  private func hasSpoken(_ s: Int, at now: Moment) -> Bool {
    PlantState.judgedQuantities.contains {
      sensors[s].wanted & $0.bit != 0 && sensors[s].weakness(of: $0, at: now.uptime) == nil
    }
  }

  /// What a person must know of it. A probe without a name of its own, one of several, goes by its id as words.
  func sensorFacts(_ s: Int, _ reminder: ReminderMemory, at now: Moment) -> SensorFacts {
    let plant = readers[s].first.map { plants[$0] }
    let place = placeReaders[s].first
    let siblings = plant?.probes.count ?? place.map { placeProbes[$0].count } ?? 1
    let own = sensors[s].plan.name
    let spoken = String(sensors[s].plan.id.map { $0 == "-" || $0 == "_" ? " " : $0 })
    return SensorFacts(
      name: own ?? (siblings > 1 ? spoken : nil),
      measures: plant?.plan.name ?? place.map { plan.places[$0].name } ?? own ?? spoken,
      trouble: reminder.quantity == .battery ? .batteryLow : trouble(of: s, at: now) ?? .silent,
      lastHeard: sensors[s].channels.compactMap(\.measuredAt).max(),
      battery: sensors[s].channels[Int(Quantity.battery.rawValue)].value,
      batteryLow: sensors[s].plan.batteryLowPercent)
  }

  /// What is wrong with a probe; of several things the one that matters most.
  func trouble(of s: Int, at now: Moment) -> SensorTrouble? {
    if sensors[s].isOnline == false {
      let since = sensors[s].offlineSince ?? now.uptime
      return now.uptime - since >= Self.offlinePatience ? .offline : nil
    }
    if isTakenBack(s) { return ownTrouble(of: s, at: now) }
    var heardAny = false
    for quantity in PlantState.judgedQuantities where sensors[s].wanted & quantity.bit != 0 {
      let channel = sensors[s].channels[Int(quantity.rawValue)]
      // A quantity that a probe never sent is not missed.
      guard channel.value != nil else { continue }
      heardAny = true
      guard let weakness = channel.weakness(at: now.uptime), weakness == .silent || weakness == .unreadable
      else { continue }
      let patience = max(turn.link.since, startedAt) + min(sensors[s].plan.silentAfter, Self.linkPatience)
      if now.uptime >= patience { return weakness == .unreadable ? .unreadable : silence(of: s) }
    }
    if !heardAny, now.uptime - sensors[s].listeningSince >= sensors[s].plan.silentAfter {
      return sensors[s].refusalCount > 0 ? .unreadable : silence(of: s)
    }
    if let alarm = sensors[s].alarm { return .alarm(alarm) }
    return sensors[s].isBatteryLow ? .batteryLow : nil
  }

  /// Nothing came of it: is it the probe, or the broker?
  private func silence(of s: Int) -> SensorTrouble { sensors[s].isRefused ? .refused : .silent }

  /// A quantity that somebody asks for was taken back by the device itself.
  private func isTakenBack(_ s: Int, for why: Refusal? = nil) -> Bool {
    PlantState.judgedQuantities.contains { quantity in
      guard sensors[s].wanted & quantity.bit != 0,
        let takenBack = sensors[s].channels[Int(quantity.rawValue)].takenBack
      else { return false }
      return why.map { $0 == takenBack } ?? true
    }
  }

  /// What the device says is wrong; it gets a little time to take that back again.
  private func ownTrouble(of s: Int, at now: Moment) -> SensorTrouble? {
    guard let since = sensors[s].takenBackSince else { return nil }
    if isTakenBack(s, for: .fault) {
      return now.uptime - since >= Self.linkPatience ? .faulty(sensors[s].fault ?? DeviceWord()) : nil
    }
    if isTakenBack(s, for: .ambiguous) { return now.uptime - since >= Self.linkPatience ? .twofold : nil }
    return now.uptime - since >= Self.offlinePatience ? .offline : nil
  }
}

extension SensorTrouble {
  /// For the log.
  package var words: String {
    switch self {
    case .silent: "nothing was heard from it for too long"
    case .refused: "the broker refuses the subscription to its topic"
    case .unreadable: "what it sends cannot be used"
    case .batteryLow: "its battery is low"
    case .offline: "it is offline"
    case .faulty(let word): "it says that its probe is broken: \(word.text)"
    case .alarm(let word): "its own alarm: \(word.text)"
    case .twofold: "its moisture leaps between two levels: two probes may have one id, or a contact is loose"
    }
  }
}

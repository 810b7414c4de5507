/// Last and next watering: both always exist, and next is always later than last.
extension Plants {
  func wateringDates(_ p: Int, at now: Moment) -> (last: Timestamp, next: Timestamp) {
    let last = self[p].kept.lastWatering ?? self[p].kept.addedAt
    let interval = max(self[p].plan.wateringInterval, .seconds(1))
    var next = last + interval
    let moisture = self[p].evaluated[0]
    switch moisture.status {
    case .low where moisture.settledSince > last && !isSpellAnswered(p):
      next = moisture.settledSince
    case .fine where isEvaluatedByProbe(p), .high where isEvaluatedByProbe(p):
      if let likely = forecast(p)?.likely {
        next = likely
        break
      }
      // The probe says that water is not needed yet: the calendar's date moves on by whole intervals.
      if now.isWallTrusted && next <= now.wall {
        let passed = (now.wall - last).milliseconds / interval.milliseconds
        next = Timestamp(milliseconds: last.milliseconds + (passed + 1) * interval.milliseconds)
      }
    case .fine, .high, .low, .unknown: break
    }
    // Documents carry whole seconds.
    if next.seconds <= last.seconds { next = Timestamp(seconds: last.seconds + 1) }
    return (last, next)
  }

  /// The next watering as people are shown it; `nil`: when it gets dry, and nobody knows when that is, or its probe is still to speak.
  ///
  /// A date where the plant is due, where its probe has taught when it will be, or where the calendar decides because no probe does.
  func nextWatering(_ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting) -> Timestamp? {
    if doesCalendarCount(p, sensors, turn, &waiting) { return wateringDates(p, at: waiting.now).next }
    let moisture = self[p].evaluated[0]
    var next = forecast(p)?.likely
    if moisture.status == .low, self[p].kept.lastWatering.map({ moisture.settledSince > $0 }) ?? true {
      next = moisture.settledSince
    }
    // Documents carry whole seconds, and next is later than last.
    let last = self[p].kept.lastWatering ?? self[p].kept.addedAt
    return next.map { max($0, last + .seconds(1)) }
  }

  func nextWatering(_ p: Int, _ sensors: Sensors, _ turn: Turn, at now: Moment) -> Timestamp? {
    var waiting = Waiting(at: now)
    return nextWatering(p, sensors, turn, &waiting)
  }

  func facts(_ p: Int, at now: Moment) -> PlantFacts {
    let dates = wateringDates(p, at: now)
    return PlantFacts(
      id: self[p].plan.id, name: self[p].plan.name, last: dates.last, next: dates.next,
      neverWatered: self[p].kept.lastWatering == nil)
  }

  func thirst(_ p: Int, _ sensors: Sensors, at now: Moment) -> Thirst {
    let moisture = self[p].evaluated[0]
    return Thirst(
      plant: facts(p, at: now), moisture: moisture.value, limit: self[p].dryBelow,
      drySince: moisture.settled == .low ? moisture.settledSince : nil,
      isWord: saysWords(p, sensors))
  }

  /// All its moisture comes from probes that say dry or wet.
  private func saysWords(_ p: Int, _ sensors: Sensors) -> Bool {
    let probes = self[p].probes.filter { $0.mask & Quantity.moisture.bit != 0 }
    return !probes.isEmpty && probes.allSatisfy { sensors[$0.sensor].plan.saysWords }
  }

  /// When the calendar alone asks for water: no probe is usable, has not been for a while, and the interval is over.
  func isCalendarDue(_ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard waiting.now.isWallTrusted, doesCalendarCount(p, sensors, turn, &waiting) else { return false }
    let last = self[p].kept.lastWatering ?? self[p].kept.addedAt
    return waiting.isDue(last + self[p].plan.wateringInterval)
  }

  /// Without a dry limit no probe can tell when water is needed.
  func isEvaluatedByProbe(_ p: Int) -> Bool { self[p].bands[0].below != nil }

  /// The calendar decides where the probes do not. After a start they get their time to speak first.
  private func doesCalendarCount(
    _ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard isEvaluatedByProbe(p) else { return true }
    guard self[p].evaluated[0].status == .unknown else { return false }
    if self[p].evaluated[0].reason == .noSensor { return true }
    guard let since = self[p].evaluated[0].reasonSinceUptime else { return false }
    return waiting.isDue(max(turn.startedAt + self[p].patience(sensors), since + .minutes(30)))
  }
}

// What is told and kept of it.
extension Plants {
  func climateSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard let p = position(reminder.subject), let quantity = reminder.quantity,
      Int(quantity.rawValue) < Quantity.evaluated.count
    else { return nil }
    let evaluated = self[p].evaluated[Int(quantity.rawValue)]
    let band = self[p].bands[Int(quantity.rawValue)]
    guard let limit = evaluated.settled == .low ? band.below : band.above else { return nil }
    return .climate(
      facts(p, at: now), quantity, evaluated.settled, value: evaluated.value, limit: limit)
  }

  /// Water that only the probe tells of. After a crash the same rise has the same id: it is made from what was committed.
  func seenRecord(_ p: Int, at now: Moment) -> WateringRecord {
    let kept = self[p].kept
    let bits = NoticeKey.fnv1a("seen \(kept.id) \(kept.addedAt.milliseconds) \(kept.revision)")
    // Version 8 of RFC 9562: made by a rule of our own.
    let id = UniqueID(
      high: UInt64(truncatingIfNeeded: bits >> 64) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: UInt64(truncatingIfNeeded: bits) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    return WateringRecord(id: id, plant: kept.id, from: now.wall, until: now.wall, kind: .seen)
  }
}

// A forecast can be wrong. So it delays, by no more than its plan says from the moment the plant got dry, and does nothing else.
extension Plants {
  mutating func weighRain(_ sensors: Sensors, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    guard let before = rain, rain?.weigh(sensors, &waiting) == true, let rain else { return }
    for p in outside { touch(p) }
    // How many millimetres it is to be wanders; that somebody waits, or does not, is said.
    guard (before.expected == nil) != (rain.expected == nil) || before.doubt != rain.doubt else { return }
    turn.log(.info, "rain", rain.words)
  }

  /// When the forecast is to be looked at again.
  mutating func settleRain(_ sensors: Sensors, _ turn: Turn, at now: Moment) {
    guard rain != nil else { return }
    var waiting = Waiting(after: now, lookedAt: turn.lookedAt)
    var present = rain
    if present?.weigh(sensors, &waiting) == true { waiting.addNow() }
    rain?.wake = waiting.next
  }

  /// The dry plant waits for rain.
  func waitsForRain(_ p: Int, _ waiting: inout Waiting) -> Bool {
    guard rainDelay(of: p) > .zero, waiting.now.isWallTrusted, let from = self[p].driedAt else {
      return false
    }
    let since = self[p].moisture.settledSince
    // A clock that was set back makes no wait longer.
    guard since <= waiting.now.wall else { return false }
    let isOver = waiting.isDue(from + rainDelay(of: p)) || waiting.isDue(since + rainDelay(of: p))
    return !isOver
  }

  /// Until when it waits at most; `nil`: it does not wait.
  func rainEnds(_ p: Int, at now: Moment) -> Timestamp? {
    var waiting = Waiting(at: now)
    guard self[p].isDry, waitsForRain(p, &waiting) else { return nil }
    return waiting.next.map { now.wall + ($0 - now.uptime) }
  }

  /// How long a plant that gets dry would wait as things stand.
  func rainDelay(of p: Int) -> Duration {
    guard let rain, rain.expected != nil, self[p].plan.waitsForRain else { return .zero }
    return rain.plan.delayMax
  }
}

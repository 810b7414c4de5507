/// When a plant was watered last, and when it wants water next.
extension Plants {
  /// The day it was added where it was never watered.
  func lastWatering(_ p: Int) -> Timestamp { self[p].kept.lastWatering ?? self[p].kept.addedAt }

  /// What the config says. Where the probes are silent not sooner than their last word lets one expect: soil that was moist then dries first.
  private func calendarDate(_ p: Int, _ sensors: Sensors) -> Timestamp {
    let interval = max(self[p].plan.wateringInterval, .seconds(1))
    let date = lastWatering(p) + interval
    guard self[p].moisture.status == .unknown, let limit = self[p].dryBelow, let said = lastSaid(p, sensors),
      said.value > limit
    else { return date }
    if let likely = drying[p].forecast.likely { return max(date, likely) }
    if let soonest = drying[p].soonest(from: said.value, downTo: limit) {
      return max(date, said.at + soonest)
    }
    // It takes one interval from full to dry, as far as anybody knows; most soil holds so much when it has drained.
    let full = max(drying[p].ends.drained ?? 60, said.value)
    let left = Double(interval.milliseconds) * (said.value - limit) / (full - limit)
    return max(date, said.at + .milliseconds(Int64(left)))
  }

  /// What its probes said last, if it may be believed, and when.
  private func lastSaid(_ p: Int, _ sensors: Sensors) -> (value: Double, at: Timestamp)? {
    let said = self[p].probes.compactMap { probe -> (value: Double, at: Timestamp, weight: Double)? in
      guard probe.mask & Quantity.moisture.bit != 0 else { return nil }
      let sensor = sensors[probe.sensor]
      // What a suspect said before it became one is as good as ever.
      if sensor.isSuspect(.moisture) { return sensor.judge.sound.map { ($0.value, $0.at, probe.weight) } }
      let channel = sensor.channels[Int(Quantity.moisture.rawValue)]
      guard let value = channel.value, let at = channel.measuredAt,
        channel.takenBack ?? .unavailable == .unavailable
      else { return nil }
      return (value, at, probe.weight)
    }
    guard let at = said.map(\.at).max() else { return nil }
    let weight = said.reduce(0) { $0 + $1.weight }
    return (said.reduce(0) { $0 + $1.value * $1.weight } / weight, at)
  }

  func next(_ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting) -> Next {
    var next = self.answer(p, sensors, turn, &waiting)
    // Documents carry whole seconds.
    next.when = max(next.when, lastWatering(p) + .seconds(1))
    return next
  }

  func next(_ p: Int, _ sensors: Sensors, _ turn: Turn, at now: Moment) -> Next {
    var waiting = Waiting(at: now)
    return next(p, sensors, turn, &waiting)
  }

  private func answer(_ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting) -> Next {
    let moisture = self[p].moisture
    let dryFrom = moisture.settled == .low && !self[p].isSpellAnswered ? moisture.settledSince : nil
    if let question = self[p].question {
      return Next(question.putOffUntil ?? dryFrom ?? question.dueSince, .due)
    }
    let date = calendarDate(p, sensors)
    if doesCalendarCount(p, sensors, turn, &waiting) {
      return Next(date, waiting.isDue(date) && waiting.now.isWallTrusted ? .due : .calendar)
    }
    if moisture.status == .low, let dryFrom { return Next(dryFrom, .due) }
    // People are asked only once the probe has had its time to speak; that it does not is known before.
    if let reason = moisture.reason, [.silent, .offline, .refused, .suspect].contains(reason),
      !waiting.isDue(date)
    {
      return Next(date, .calendar)
    }
    if let likely = forecast(p)?.likely { return Next(likely, .learned) }
    return Next(guess(p, from: date, at: waiting.now), .unknown)
  }

  /// The calendar's next date: it moves on by whole intervals where the probe says that water is not needed yet.
  private func guess(_ p: Int, from date: Timestamp, at now: Moment) -> Timestamp {
    guard now.isWallTrusted, date <= now.wall else { return date }
    let last = lastWatering(p)
    let interval = (date - last).milliseconds
    let passed = (now.wall - last).milliseconds / interval
    return Timestamp(milliseconds: last.milliseconds + (passed + 1) * interval)
  }

  func facts(_ p: Int, _ sensors: Sensors, _ turn: Turn, at now: Moment) -> PlantFacts {
    PlantFacts(
      id: self[p].plan.id, name: self[p].plan.name, last: lastWatering(p),
      next: next(p, sensors, turn, at: now), neverWatered: self[p].kept.lastWatering == nil)
  }

  func thirst(_ p: Int, _ sensors: Sensors, _ turn: Turn, at now: Moment) -> Thirst {
    let moisture = self[p].evaluated[0]
    return Thirst(
      plant: facts(p, sensors, turn, at: now), moisture: moisture.value, limit: self[p].dryBelow,
      drySince: moisture.settled == .low ? moisture.settledSince : nil, dueSince: calendarDate(p, sensors),
      isWord: saysWords(p, sensors), isRising: self[p].denial(of: .moisture) != nil && self[p].isDry,
      isByOne: moisture.isByOne)
  }

  /// Driest first, against the own limit; plants without a value by the calendar come last, longest due first.
  func digest(of keys: [String], _ turn: Turn, _ thirst: (Int) -> Thirst) -> NoticeSubject {
    let open = keys.compactMap { turn.memory.reminder($0) }
    func need(_ reminder: ReminderMemory) -> Double {
      guard let p = position(reminder.subject), let value = self[p].moisture.value,
        let limit = self[p].dryBelow, limit > 0
      else { return 0 }
      return (limit - value) / limit
    }
    let sorted = open.enumerated().sorted { a, b in
      let (first, second) = (need(a.element), need(b.element))
      if first != second { return first > second }
      if a.element.dueSince != b.element.dueSince { return a.element.dueSince < b.element.dueSince }
      return a.offset < b.offset
    }
    return .digest(sorted.compactMap { position($0.element.subject) }.map(thirst))
  }

  /// All its moisture comes from probes that say dry or wet.
  private func saysWords(_ p: Int, _ sensors: Sensors) -> Bool {
    let probes = self[p].probes.filter { $0.mask & Quantity.moisture.bit != 0 }
    return !probes.isEmpty && probes.allSatisfy { sensors[$0.sensor].plan.saysWords }
  }

  /// The calendar alone asks for water: no probe is usable, has not been for a while, and the interval is over. `nil`: it does not count.
  func isCalendarDue(_ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting) -> Bool? {
    guard waiting.now.isWallTrusted, doesCalendarCount(p, sensors, turn, &waiting) else { return nil }
    return waiting.isDue(calendarDate(p, sensors))
  }

  /// Without a dry limit no probe can tell when water is needed.
  func isEvaluatedByProbe(_ p: Int) -> Bool { self[p].bands[0].below != nil }

  /// The calendar asks where the probes do not. After a start they get their time to speak first.
  private func doesCalendarCount(
    _ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard isEvaluatedByProbe(p) else { return true }
    guard self[p].evaluated[0].status == .unknown else { return false }
    if self[p].evaluated[0].reason == .noSensor { return true }
    guard let since = self[p].evaluated[0].reasonSinceUptime else { return false }
    // A probe that is out of the soil for an hour is put back.
    let patience = self[p].evaluated[0].reason == .suspect ? self[p].patience(sensors) : .minutes(30)
    return waiting.isDue(max(turn.startedAt + self[p].patience(sensors), since + patience))
  }
}

extension Plants {
  /// Why no reminder to water it is open, and until when that holds as things stand.
  func whyNotAsked(_ p: Int, _ sensors: Sensors, _ turn: Turn, at now: Moment) -> (Hearing.Word, Timestamp?) {
    let plant = self[p]
    if plant.isWatering { return (.watering, nil) }
    var waiting = Waiting(at: now)
    if doesCalendarCount(p, sensors, turn, &waiting) {
      let word: Hearing.Word = plant.moisture.reason == .suspect ? .suspect : .calendar
      return now.isWallTrusted ? (word, max(calendarDate(p, sensors), now.wall)) : (.clock, nil)
    }
    guard let value = plant.moisture.value else {
      return (plant.moisture.reason == .suspect ? .suspect : .unknown, nil)
    }
    guard plant.isDry || plant.band(of: .moisture).isLow(value) else {
      return (.fine, forecast(p)?.likely.map { max($0, now.wall) })
    }
    if plant.isDry, plant.denial(of: .moisture) != nil { return (.rising, nil) }
    if let end = rainEnds(p, at: now) { return (.rain, end) }
    let asks = reminderAt(p, turn, at: now)
    guard plant.isDry, let ask = nextQuestion(p, turn.plan), ask > now.wall else { return (.dwell, asks) }
    return (self[p].isSpellAnswered ? .answered : .rule, asks)
  }
}

// What is told and kept of it.
extension Plants {
  func climateSubject(_ reminder: ReminderMemory, _ sensors: Sensors, _ turn: Turn, at now: Moment)
    -> NoticeSubject?
  {
    guard let p = position(reminder.subject), let quantity = reminder.quantity,
      Int(quantity.rawValue) < Quantity.evaluated.count
    else { return nil }
    let evaluated = self[p].evaluated[Int(quantity.rawValue)]
    let band = self[p].bands[Int(quantity.rawValue)]
    guard let limit = evaluated.settled == .low ? band.below : band.above else { return nil }
    return .climate(
      facts(p, sensors, turn, at: now), quantity, evaluated.settled, value: evaluated.value, limit: limit)
  }

  /// The water that the probe showed did not stay: as if it had never been seen.
  mutating func takeBackWater(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    guard let seen = self[p].seen else { return }
    self[p].seen = nil
    var record = WateringRecord(
      id: seen.record, plant: self[p].plan.id, from: seen.at, until: seen.at, kind: .seen)
    (record.isCorrection, record.isWithdrawn) = (true, true)
    turn.effects.append(.watered(record))
    turn.log(.info, "plant \(self[p].plan.id)", "what the probe saw did not stay: it was no water")
    // Somebody may have watered it since.
    guard self[p].kept.lastWatering == seen.at else { return }
    self[p].kept.lastWatering = seen.before
    if let since = seen.drySince { self[p].evaluated[0].goOn(.low, since: since) }
    remember(p, &sensors, &turn)
  }

  /// Water that only the probe tells of. After a crash the same rise has the same id: it is made from what was committed.
  func seenRecord(_ p: Int, _ water: Water) -> WateringRecord {
    let kept = self[p].kept
    let bits = NoticeKey.fnv1a("seen \(kept.id) \(kept.addedAt.milliseconds) \(kept.revision)")
    // Version 8 of RFC 9562: made by a rule of our own.
    let id = UniqueID(
      high: UInt64(truncatingIfNeeded: bits >> 64) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: UInt64(truncatingIfNeeded: bits) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    var record = WateringRecord(id: id, plant: kept.id, from: water.since, until: water.since, kind: .seen)
    record.water = water
    return record
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

  /// Whose history has something to teach: those with a dry limit and a probe.
  func dryingLessons(_ plan: GardenPlan) -> [DryingLesson] {
    indices.compactMap { p in
      guard let limit = self[p].dryBelow else { return nil }
      let shares = plan.historyShares(of: self[p].plan, .moisture)
      return shares.isEmpty ? nil : DryingLesson(plant: self[p].plan.id, limit: limit, shares: shares)
    }
  }
}

/// What comes from probes, before it means anything for a plant.
extension Sensors {
  /// The same refusal of a sensor is logged again after this long.
  static let logPause: Duration = .hours(24)

  /// Filters the reading and keeps its value. `true`: the value counts, plants are to be evaluated.
  mutating func listen(to reading: Reading, _ turn: inout Turn) -> Bool {
    let s = Int(reading.sensor.position)
    let q = Int(reading.quantity.rawValue)
    if !reading.wasRetained, self[s].heard(at: turn.now.uptime) { turn.news.append(.sensorChanged(s)) }
    let reading = dated(reading, &turn)
    judge(reading, &turn)
    let verdict = ReadingFilter.verdict(
      on: reading, last: self[s].channels[q], sensor: self[s].plan, skew: turn.plan.site.clockSkew,
      at: turn.now)
    if !reading.wasRetained { self[s].channels[q].saidAt = turn.now.uptime }
    if reading.quantity == .moisture {
      let counts = if case .accepted = verdict { true } else { verdict == .repeated }
      self[s].followJudge(counts: counts)
    }
    switch verdict {
    case .accepted(let value):
      accept(reading, value, &turn)
      return true
    case .undated(let value):
      self[s].channels[q].acceptUndated(reading, value: value)
      return true
    case .unmeasured:
      if self[s].channels[q].zeroSince == nil { self[s].channels[q].zeroSince = turn.now.uptime }
      refused(reading.sensor, reading.quantity, .unmeasured, reading, &turn)
    case .repeated:
      self[s].channels[q].before = self[s].channels[q].value
      return true
    case .ignored: return false
    case .held(let value):
      let known = self[s].channels[q].held
      let since = known?.value == value ? known?.at : nil
      self[s].channels[q].held = Channel.Held(
        value: value, at: since ?? turn.now.uptime, ownTime: reading.measuredAt)
      refused(reading.sensor, reading.quantity, .jump, reading, &turn)
    case .refused(let why):
      refused(reading.sensor, reading.quantity, why, reading, &turn)
    }
    return false
  }

  /// A time that lies ahead is that of a wrong clock: what comes at this moment was measured at this moment.
  private mutating func dated(_ reading: Reading, _ turn: inout Turn) -> Reading {
    guard let own = reading.measuredAt, turn.now.isWallTrusted, !reading.wasRetained,
      own > turn.now.wall + turn.plan.site.clockSkew
    else { return reading }
    refused(reading.sensor, reading.quantity, .future, reading, &turn)
    var reading = reading
    reading.measuredAt = nil
    return reading
  }

  /// Each message may be right, and what they make together cannot be.
  private mutating func judge(_ reading: Reading, _ turn: inout Turn) {
    let s = Int(reading.sensor.position)
    guard turn.now.isWallTrusted, !reading.wasRetained, !self[s].plan.saysWords,
      reading.quantity.plausible(isCalibrated: reading.raw != nil).contains(reading.value)
    else { return }
    let isRepeated =
      reading.mayBeCached && self[s].channels[Int(reading.quantity.rawValue)].value == reading.value
    let (before, wasBlind) = (self[s].judge.finding, self[s].judge.blindsMoisture)
    let time = reading.measuredAt ?? turn.now.wall
    let step = self[s].judge.take(
      reading.quantity, reading.value, at: time, turn.now.uptime, isRepeated: isRepeated,
      waterEvery: self[s].waterEvery)
    if let step,
      let other = exchanges.take(Exchanges.Mover(sensor: s, quantity: reading.quantity, step: step))
    {
      let kind = other.sensor == s ? Suspicion.swapped : .exchanged
      self[s].judge.changedPlaces(kind, step)
      if kind == .exchanged, reading.quantity == .moisture, other.quantity == .moisture {
        self[other.sensor].judge.changedPlaces(kind, other.step)
        turn.news.append(.sensorChanged(other.sensor))
      }
    }
    if self[s].judge.finding != before || self[s].judge.blindsMoisture != wasBlind {
      turn.news.append(.sensorChanged(s))
    }
  }

  private mutating func accept(_ reading: Reading, _ value: Double, _ turn: inout Turn) {
    let s = Int(reading.sensor.position)
    let q = Int(reading.quantity.rawValue)
    if self[s].channels[q].value == nil { self[s].isUnsavedFirst = true }
    self[s].isUnsaved = true
    turn.counters.readings &+= 1
    let wasTakenBack = self[s].channels[q].takenBack != nil
    self[s].channels[q].accept(value, of: reading, silentAfter: self[s].plan.silentAfter, at: turn.now)
    if wasTakenBack || self[s].fault != nil { self[s].weighWords() }
    if reading.quantity == .battery { self[s].weighBattery() }
    // A history row needs a date that is true.
    guard turn.now.isWallTrusted else { return }
    var recorded = reading
    recorded.value = value
    turn.effects.append(.record(recorded, at: turn.now.wall))
  }

  /// Counts what became no reading, and says so once per sensor and reason.
  mutating func refused(
    _ sensor: SensorIndex, _ quantity: Quantity?, _ why: Refusal, _ reading: Reading?, _ turn: inout Turn
  ) {
    guard let s = position(sensor) else { return }
    self[s].refusals[Int(why.rawValue)] &+= 1
    self[s].refusalCount &+= 1
    turn.counters.refusals[Int(why.rawValue)] &+= 1
    // A repetition or a late message does not mean that the probe is broken.
    guard why != .duplicate, why != .older, why != .flood else { return }
    self[s].lastRefusal = why
    if why == .fault || why == .unavailable { takeBack(s, quantity, why, &turn) }
    // Neither a test nor a clock that is wrong proves anything about the probe.
    guard why != .notLive, why != .future else { return logRefusal(s, quantity, why, reading, &turn) }
    if let quantity {
      self[s].channels[Int(quantity.rawValue)].isRefusedSince = true
    } else {
      for q in 0..<Quantity.count { self[s].channels[q].isRefusedSince = true }
    }
    logRefusal(s, quantity, why, reading, &turn)
  }

  private mutating func logRefusal(
    _ s: Int, _ quantity: Quantity?, _ why: Refusal, _ reading: Reading?, _ turn: inout Turn
  ) {
    if let logged = self[s].loggedAt[why], turn.now.uptime - logged < Self.logPause {
      return
    }
    self[s].loggedAt[why] = turn.now.uptime
    var text = why.sentence(quantity, reading, skew: turn.plan.site.clockSkew, at: turn.now)
    if why == .fault, let word = self[s].fault { text += ": \(word.text)" }
    turn.log(.warning, "sensor \(self[s].plan.id)", text)
    // Why a plant is unknown is news at once.
    turn.news.append(.sensorChanged(s))
  }

  /// A link that flaps is not worth a line each time.
  static let linkLogPause: Duration = .minutes(1)

  mutating func availabilityChanged(_ sensor: SensorIndex, _ isOnline: Bool, _ turn: inout Turn) {
    guard let s = position(sensor), self[s].linked(isOnline, at: turn.now.uptime) else { return }
    if self[s].linkLoggedAt.map({ $0 + Self.linkLogPause <= turn.now.uptime }) ?? true {
      self[s].linkLoggedAt = turn.now.uptime
      turn.log(.info, "sensor \(self[s].plan.id)", isOnline ? "is online" : "is offline")
    }
    turn.news.append(.sensorChanged(s))
  }

  /// The broker's word on the sensor's topics. What comes all the same counts as ever.
  mutating func subscriptionAnswered(_ sensor: SensorIndex, isRefused: Bool, _ turn: inout Turn) {
    guard let s = position(sensor), self[s].isRefused != isRefused else { return }
    self[s].isRefused = isRefused
    turn.news.append(.sensorChanged(s))
  }

  mutating func batteryFlagged(_ sensor: SensorIndex, _ isLow: Bool, _ turn: inout Turn) {
    guard let s = position(sensor), self[s].saysBatteryLow != isLow else { return }
    self[s].saysBatteryLow = isLow
    self[s].weighBattery()
    turn.news.append(.sensorChanged(s))
  }
}

/// What comes from probes, before it means anything for a plant.
extension Garden {
  /// Sensor values are written together at this pace, so that a card lives long.
  static let savePause: Duration = .minutes(30)
  /// The same refusal of a sensor is logged again after this long.
  static let logPause: Duration = .hours(24)

  /// Filters the reading and keeps its value. `true`: the value counts, plants are to be judged.
  mutating func listen(to reading: Reading) -> Bool {
    let s = Int(reading.sensor.position)
    let q = Int(reading.quantity.rawValue)
    if isTwofold(reading, at: turn.now) {
      takeBack(s, .moisture, .ambiguous)
      refused(reading.sensor, .moisture, .ambiguous, reading)
      return false
    }
    let verdict = ReadingFilter.verdict(
      on: reading, last: sensors[s].channels[q], sensor: sensors[s].plan, skew: plan.site.clockSkew,
      at: turn.now)
    switch verdict {
    case .accepted(let value):
      accept(reading, value)
      return true
    case .undated(let value):
      sensors[s].channels[q].acceptUndated(reading, value: value)
      return true
    case .unmeasured:
      if sensors[s].channels[q].zeroSince == nil { sensors[s].channels[q].zeroSince = turn.now.uptime }
      refused(reading.sensor, reading.quantity, .noValue, reading)
    case .ignored: return false
    case .held(let value):
      sensors[s].channels[q].held = Channel.Held(
        value: value, at: turn.now.uptime, ownTime: reading.measuredAt)
      refused(reading.sensor, reading.quantity, .jump, reading)
    case .refused(let why):
      refused(reading.sensor, reading.quantity, why, reading)
    }
    return false
  }

  /// Two probes speak under one id: which of them is the plant's cannot be known.
  private mutating func isTwofold(_ reading: Reading, at now: Moment) -> Bool {
    let s = Int(reading.sensor.position)
    guard reading.quantity == .moisture, reading.value.isFinite, !reading.wasRetained,
      !sensors[s].plan.saysWords
    else { return false }
    sensors[s].levels.take(reading.value, at: now.uptime)
    return sensors[s].levels.areTwo(at: now.uptime)
  }

  private mutating func accept(_ reading: Reading, _ value: Double) {
    let s = Int(reading.sensor.position)
    let q = Int(reading.quantity.rawValue)
    if sensors[s].channels[q].value == nil { sensors[s].isUnsavedFirst = true }
    sensors[s].isUnsaved = true
    counters.readings &+= 1
    let wasTakenBack = sensors[s].channels[q].takenBack != nil
    sensors[s].channels[q].accept(value, of: reading, silentAfter: sensors[s].plan.silentAfter, at: turn.now)
    if wasTakenBack || sensors[s].fault != nil { sensors[s].weighWords() }
    if reading.quantity == .battery { sensors[s].weighBattery() }
    // A history row needs a date that is true.
    guard turn.now.isWallTrusted else { return }
    var recorded = reading
    recorded.value = value
    turn.effects.append(.record(recorded, at: turn.now.wall))
  }

  /// Counts what became no reading, and says so once per sensor and reason.
  mutating func refused(_ sensor: SensorIndex, _ quantity: Quantity?, _ why: Refusal, _ reading: Reading?) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s) else { return }
    sensors[s].refusals[Int(why.rawValue)] &+= 1
    sensors[s].refusalCount &+= 1
    counters.refusals[Int(why.rawValue)] &+= 1
    // A repetition or a late message does not mean that the probe is broken.
    guard why != .duplicate, why != .older, why != .flood else { return }
    sensors[s].lastRefusal = why
    if why == .fault || why == .unavailable { takeBack(s, quantity, why) }
    // A test proves nothing about the probe.
    guard why != .notLive else { return logRefusal(s, quantity, why, reading) }
    if let quantity {
      sensors[s].channels[Int(quantity.rawValue)].isRefusedSince = true
    } else {
      for q in sensors[s].channels.indices { sensors[s].channels[q].isRefusedSince = true }
    }
    logRefusal(s, quantity, why, reading)
  }

  private mutating func logRefusal(_ s: Int, _ quantity: Quantity?, _ why: Refusal, _ reading: Reading?) {
    if let logged = sensors[s].loggedAt[Int(why.rawValue)], turn.now.uptime - logged < Self.logPause {
      return
    }
    sensors[s].loggedAt[Int(why.rawValue)] = turn.now.uptime
    var text = why.sentence(quantity, reading, skew: plan.site.clockSkew, at: turn.now)
    if why == .fault, let word = sensors[s].fault { text += ": \(word.text)" }
    turn.log(.warning, "sensor \(sensors[s].plan.id)", text)
    // Why a plant is unknown is news at once.
    for p in readers[s] where plants[p].judged.contains(where: { $0.standing == .unknown }) {
      judgeAll(p)
      refresh(p)
    }
  }

  /// A link that flaps is not worth a line each time.
  static let linkLogPause: Duration = .minutes(1)

  mutating func availabilityChanged(_ sensor: SensorIndex, _ isOnline: Bool) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s), sensors[s].isOnline != isOnline else { return }
    sensors[s].isOnline = isOnline
    sensors[s].offlineSince = isOnline ? nil : turn.now.uptime
    if sensors[s].linkLoggedAt.map({ turn.now.uptime - $0 >= Self.linkLogPause }) ?? true {
      sensors[s].linkLoggedAt = turn.now.uptime
      turn.log(.info, "sensor \(sensors[s].plan.id)", isOnline ? "is online" : "is offline")
    }
    judgeReaders(of: s)
  }

  /// The broker's word on the sensor's topics. What comes all the same counts as ever.
  mutating func subscriptionJudged(_ sensor: SensorIndex, isRefused: Bool) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s), sensors[s].isRefused != isRefused else { return }
    sensors[s].isRefused = isRefused
    judgeReaders(of: s)
  }

  private mutating func judgeReaders(of s: Int) {
    for p in readers[s] {
      judgeAll(p)
      refresh(p)
    }
  }

  mutating func batteryFlagged(_ sensor: SensorIndex, _ isLow: Bool) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s), sensors[s].saysBatteryLow != isLow else { return }
    sensors[s].saysBatteryLow = isLow
    sensors[s].weighBattery()
    for p in readers[s] { refresh(p) }
  }

  /// Writes what came since the last time: at once for a sensor's first values, which is among `due` then, else all sensors together
  /// now and then.
  mutating func saveSensors(_ due: [Int], isEnd: Bool = false) {
    let isTime = isEnd || turn.now.uptime - sensorsSavedAt >= Self.savePause
    if isTime { sensorsSavedAt = turn.now.uptime }
    for s in isTime ? Array(sensors.indices) : due
    where sensors[s].isUnsavedFirst || (isTime && sensors[s].isUnsaved) {
      sensors[s].isUnsaved = false
      sensors[s].isUnsavedFirst = false
      turn.remember(.sensor(sensors[s].asMemory))
    }
  }
}

/// Last and next watering: both always exist, and next is always later than last.
extension Garden {
  func wateringDates(_ p: Int, at now: Moment) -> (last: Timestamp, next: Timestamp) {
    let last = plants[p].kept.lastWatering ?? plants[p].kept.addedAt
    let interval = max(plants[p].plan.wateringInterval, .seconds(1))
    var next = last + interval
    let moisture = plants[p].judged[0]
    switch moisture.standing {
    case .low where moisture.settledSince > last && !isSpellAnswered(p):
      next = moisture.settledSince
    case .fine where isJudgedByProbe(p), .high where isJudgedByProbe(p):
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

  /// The next watering as people are shown it; `nil`: when it gets dry, which its probe will tell.
  ///
  /// A date where the plant is due, or where the calendar decides because no probe does.
  func nextWatering(_ p: Int, at now: Moment) -> Timestamp? {
    let moisture = plants[p].judged[0]
    guard isJudgedByProbe(p), moisture.standing != .unknown else { return wateringDates(p, at: now).next }
    guard moisture.standing == .low,
      plants[p].kept.lastWatering.map({ moisture.settledSince > $0 }) ?? true
    else { return nil }
    // Documents carry whole seconds, and next is later than last.
    let last = plants[p].kept.lastWatering ?? plants[p].kept.addedAt
    return max(moisture.settledSince, last + .seconds(1))
  }

  func facts(_ p: Int, at now: Moment) -> PlantFacts {
    let dates = wateringDates(p, at: now)
    return PlantFacts(
      id: plants[p].plan.id, name: plants[p].plan.name, last: dates.last, next: dates.next,
      neverWatered: plants[p].kept.lastWatering == nil)
  }

  func thirst(_ p: Int, at now: Moment) -> Thirst {
    let moisture = plants[p].judged[0]
    return Thirst(
      plant: facts(p, at: now), moisture: moisture.value, limit: plants[p].dryBelow,
      drySince: moisture.settled == .low ? moisture.settledSince : nil,
      isWord: saysWords(p))
  }

  /// All its moisture comes from probes that say dry or wet.
  private func saysWords(_ p: Int) -> Bool {
    let probes = plants[p].probes.filter { $0.mask & Quantity.moisture.bit != 0 }
    return !probes.isEmpty && probes.allSatisfy { sensors[$0.sensor].plan.saysWords }
  }

  /// When the calendar alone asks for water: no probe is usable, has not been for a while, and the interval is over.
  /// `nil`: not as things are.
  func calendarDue(_ p: Int, at now: Moment) -> Uptime? {
    guard now.isWallTrusted, let since = calendarCounts(p, from: now) else { return nil }
    let last = plants[p].kept.lastWatering ?? plants[p].kept.addedAt
    return max(since, now.uptime + (last + plants[p].plan.wateringInterval - now.wall))
  }

  /// Without a dry limit no probe can tell when water is needed.
  func isJudgedByProbe(_ p: Int) -> Bool { plants[p].bands[0].below != nil }

  /// From when on the calendar may decide; `nil`: the probes decide. After a start the probes get their time to speak first.
  private func calendarCounts(_ p: Int, from now: Moment) -> Uptime? {
    guard isJudgedByProbe(p) else { return now.uptime }
    guard plants[p].judged[0].standing == .unknown else { return nil }
    if plants[p].judged[0].reason == .noSensor { return now.uptime }
    let heard = turn.startedAt + plants[p].patience(sensors)
    let unknown = (plants[p].judged[0].reasonSinceUptime ?? now.uptime) + .minutes(30)
    return max(heard, unknown)
  }
}

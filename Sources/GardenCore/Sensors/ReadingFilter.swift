/// Decides what becomes of a value before it may change anything. Pure; order of checks as in the cases' documentation.
enum ReadingFilter {
  enum Verdict: Hashable {
    /// Counts, with the value at most moved to the end of its scale.
    case accepted(Double)
    /// Shown, but of unknown age: a retained value without a time of its own.
    case undated(Double)
    /// The 0 of a probe that may not have measured yet.
    case unmeasured
    /// Says nothing new and is no fault of anybody.
    case ignored
    /// Moved too far at once: kept aside until the next reading confirms it.
    case held(Double)
    /// The value that is known was said again.
    case repeated
    case refused(Refusal)
  }

  /// Two readings closer than this with the same value are one.
  static let duplicateWindow: Duration = .seconds(1)
  /// Of what changes slowly the same value within this time is no other reading: radios send each packet several times, and several gateways hear it.
  private static let packetWindow: Duration = .minutes(1)
  /// After a longer pause any value is possible.
  static let jumpWindow: Duration = .hours(1)
  /// A probe that has said nothing but 0 for so long means it.
  static let zeroPatience: Duration = .hours(3)
  /// A family that repeats known values confirms one by repeating it only after this long: a probe that speaks every ten minutes, a little early.
  private static let cachedConfirmation: Duration = .minutes(9)

  static func verdict(
    on reading: Reading, last: Channel, sensor: SensorPlan, skew: Duration, at now: Moment
  ) -> Verdict {
    guard reading.value.isFinite,
      reading.quantity.plausible(isCalibrated: reading.raw != nil).contains(reading.value)
    else {
      return .refused(.impossible)
    }
    let isWord = sensor.saysWords && reading.quantity == .moisture
    if !isWord, isUnmeasured(reading, last, now) { return .unmeasured }
    let value = clamped(reading.value, to: reading.quantity)
    if let own = reading.measuredAt {
      if now.isWallTrusted && own > now.wall + skew { return .refused(.future) }
      // A time that was taken, or restored, under a wrong clock may lie ahead; measured by it all else would be old.
      let isAhead = now.isWallTrusted && last.ownTime.map { $0 > now.wall + skew } == true
      if let known = last.ownTime, !isAhead {
        if own < known { return .refused(.older) }
        if own == known && last.freshUntil != nil { return .refused(.duplicate) }
      }
    }
    if reading.wasRetained && (reading.measuredAt == nil || !now.isWallTrusted) {
      var waiting = Waiting(at: now)
      return last.weakness(&waiting) == nil ? .ignored : .undated(value)
    }
    // What was taken back and is said again is news, whatever the value.
    if let accepted = last.acceptedAt, last.value == value, last.takenBack != .unavailable {
      if now.uptime - accepted < duplicateWindow { return .refused(.duplicate) }
      if isSamePacket(reading, since: accepted, now) { return .ignored }
      if reading.mayBeCached && reading.measuredAt == nil {
        return isRepetition(of: value, saidAt: accepted, after: last.before, reading, now)
          ? .ignored : .repeated
      }
    }
    if !isWord, isJump(value, reading, last, now) {
      return isConfirmed(value, reading, last, now) ? bounded(value, last, sensor, now) : .held(value)
    }
    return bounded(value, last, sensor, now)
  }

  /// Many probes say 0 for what they have not measured since they joined. So a 0 of which nothing but 0 came before is no value until
  /// another number comes, or until it has been said for long; air of 0 % does not exist. On a calibrated scale 0 is an end as any other.
  private static func isUnmeasured(_ reading: Reading, _ last: Channel, _ now: Moment) -> Bool {
    guard reading.value == 0, reading.raw == nil, last.value == nil else { return false }
    switch reading.quantity {
    case .humidity: return true
    case .moisture: return last.zeroSince.map { now.uptime - $0 < zeroPatience } ?? true
    case .temperature, .light, .conductivity, .battery, .raw, .flow, .volume, .power, .rain: return false
    }
  }

  private static func bounded(
    _ value: Double, _ last: Channel, _ sensor: SensorPlan, _ now: Moment
  ) -> Verdict {
    let isSameMinute = now.uptime - last.windowStart < .minutes(1)
    return isSameMinute && last.windowCount >= sensor.readingsPerMinuteMax
      ? .refused(.flood) : .accepted(value)
  }

  private static func clamped(_ value: Double, to quantity: Quantity) -> Double {
    guard let scale = quantity.scale else { return value }
    return min(max(value, scale.lowerBound), scale.upperBound)
  }

  private static func isJump(_ value: Double, _ reading: Reading, _ last: Channel, _ now: Moment) -> Bool {
    guard let limits = reading.quantity.stepMax, let before = last.value, last.freshUntil != nil,
      let accepted = last.acceptedAt, now.uptime - accepted < jumpWindow
    else { return false }
    return value - before > limits.up || before - value > limits.down
  }

  /// The family may have said the value again without another measurement. Water and heat start by a fall: one that no soil makes at once may be
  /// an outlier, which comes again with each other quantity; it is a repetition for as long as a value alone must stand.
  static func isRepetition(
    of value: Double, saidAt said: Uptime, after before: Double?, _ reading: Reading, _ now: Moment
  ) -> Bool {
    guard reading.mayBeCached else { return false }
    let fall = reading.quantity == .moisture ? WaterJudge.fall : reading.quantity.stepMax?.down ?? .infinity
    let isFall = before.map { $0 - value > fall } ?? false
    return now.uptime - said < (isFall ? Evidence.alone : cachedConfirmation)
  }

  private static func isSamePacket(_ reading: Reading, since: Uptime, _ now: Moment) -> Bool {
    reading.quantity.stepMax != nil && reading.measuredAt == nil && now.uptime - since < packetWindow
  }

  /// Confirmed by another measurement on the same side, not by the same message again.
  private static func isConfirmed(
    _ value: Double, _ reading: Reading, _ last: Channel, _ now: Moment
  ) -> Bool {
    guard let held = last.held, let limits = reading.quantity.stepMax else { return false }
    if now.uptime - held.at < duplicateWindow { return false }
    if value == held.value, isSamePacket(reading, since: held.at, now) { return false }
    if reading.measuredAt != nil && reading.measuredAt == held.ownTime { return false }
    if value == held.value, isRepetition(of: value, saidAt: held.at, after: last.value, reading, now) {
      return false
    }
    return abs(value - held.value) <= min(limits.up, limits.down)
  }
}

extension Quantity {
  /// How far a value can truly move between two readings within an hour; `nil`: any distance. Water arrives at once, soil dries
  /// slowly, so the two directions differ.
  var stepMax: (up: Double, down: Double)? {
    switch self {
    case .moisture: (40, 20)
    case .temperature: (10, 10)
    case .humidity: (50, 50)
    case .light, .conductivity, .battery, .raw, .flow, .volume, .power, .rain: nil
    }
  }
}

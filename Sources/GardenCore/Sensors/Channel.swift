/// What one sensor last said about one quantity, and how far it may be believed. Plain bits.
package struct Channel: Sendable, Hashable {
  /// A value that moved too far at once and waits for the next reading to confirm it.
  struct Held: Sendable, Hashable {
    var value: Double
    var at: Uptime
    var ownTime: Timestamp?
  }

  package internal(set) var value: Double?
  package internal(set) var raw: Double?
  /// The value before.
  var before: Double?
  /// The sensor's own time, else the arrival; `nil`: age unknown.
  package internal(set) var measuredAt: Timestamp?
  /// From then on the value is stale; `nil`: its age is unknown, so it never counts.
  package internal(set) var freshUntil: Uptime?
  /// The last time of measurement that the sensor itself gave.
  var ownTime: Timestamp?
  var acceptedAt: Uptime?
  /// When it was last said, also where that told nothing new.
  var saidAt: Uptime?
  var held: Held?
  var windowStart = Uptime(milliseconds: 0)
  var windowCount = 0
  /// Values have been refused since the last accepted one.
  var isRefusedSince = false
  /// The device itself took the value back, ``Refusal/fault`` or ``Refusal/unavailable``, until the next value.
  var takenBack: Refusal?
  /// How long it is usually quiet.
  var rhythm = Rhythm()
  /// Since when nothing but an exact 0 has come, from the first number on.
  var zeroSince: Uptime?

  /// Why the value does not count at this moment; `nil`: it counts.
  func weakness(_ waiting: inout Waiting) -> UnknownReason? {
    if let takenBack { return takenBack == .unavailable ? .offline : .unreadable }
    guard value != nil else { return isRefusedSince ? .unreadable : .neverHeard }
    guard let freshUntil else { return isRefusedSince ? .unreadable : .ageUnknown }
    if waiting.isDue(freshUntil) { return isRefusedSince ? .unreadable : .silent }
    return nil
  }

  /// Takes a value as measured. It is missing after the owner's `silentAfter`, else by its rhythm: from the measurement, not from the arrival.
  mutating func accept(_ value: Double, of reading: Reading, silentAfter: Duration?, at now: Moment) {
    if let acceptedAt, !reading.wasRetained { rhythm.take(now.uptime - acceptedAt) }
    // A value that was held until now has said the same, if it was another measurement.
    let other = held.flatMap { held in
      held.value == value
        && ReadingFilter.isRepetition(of: value, saidAt: held.at, after: self.value, reading, now)
        ? nil : held.value
    }
    if let other, self.value.map({ abs(other - value) <= abs($0 - value) }) ?? true {
      before = other
    } else {
      before = self.value
    }
    self.value = value
    raw = reading.raw
    held = nil
    isRefusedSince = false
    takenBack = nil
    zeroSince = nil
    acceptedAt = now.uptime
    if windowStart + .minutes(1) <= now.uptime {
      windowStart = now.uptime
      windowCount = 0
    }
    windowCount += 1
    ownTime = reading.measuredAt ?? ownTime
    measuredAt = reading.measuredAt ?? now.wall
    var age = Duration.zero
    if let own = reading.measuredAt, now.isWallTrusted { age = max(.zero, now.wall - own) }
    freshUntil = now.uptime + ((silentAfter ?? rhythm.patience) - age)
  }

  /// Takes a retained value that nobody can date: shown, never evaluated.
  mutating func acceptUndated(_ reading: Reading, value: Double) {
    self.value = value
    raw = reading.raw
    measuredAt = reading.measuredAt
    freshUntil = nil
  }

  /// Dates a value that was restored or came retained, once the wall clock is believable.
  mutating func date(silentAfter: Duration?, at now: Moment) {
    guard freshUntil == nil, value != nil, let measuredAt else { return }
    freshUntil = now.uptime + ((silentAfter ?? rhythm.patience) - max(.zero, now.wall - measuredAt))
  }
}

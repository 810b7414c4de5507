/// Tells water from all else that makes a probe rise: the temperature's swing, noise, coarse steps, a probe that was pulled out.
///
/// Water is a rise over the last two hours that is clearly larger than any that this probe has shown without water, in two readings one after
/// the other. What is ordinary is learned for a day first, and fades: a probe in the sun needs more than one in the cellar.
struct RiseWatch: Sendable, Hashable {
  /// Percent points; less is never called water.
  private static let least: Float = 2
  /// How many times as large as an ordinary rise, and as a step of the probe.
  private static let factor: Float = 1.5
  private static let steps: Float = 1.1
  /// Soil never loses so many points from one reading to the next: somebody moved the probe.
  private static let fall: Float = 6
  /// Water goes on soaking in: what rises meanwhile is the same water. Seconds.
  private static let rest: Int64 = 3 * 3600
  /// The hours that a rise is measured from hold nothing of before. Seconds.
  private static let restAfterFall: Int64 = 4 * 3600
  /// The share of the largest ordinary rise that is left after an hour: half after four days.
  private static let keeps: Float = 0.993
  private static let hoursMin = 24

  /// The largest rise that was no water, percent points; and of the present hour.
  private var ordinary: Float = 0
  private var present: Float = 0
  /// The smallest step between two readings; `nil`: none was seen.
  private var step: Float?
  private var before: Float?
  /// What the rise is measured from that one reading has shown.
  private var suspected: Float?
  /// Seconds since 1970.
  private var restsUntil: Int64 = 0
  private var hours = 0
  /// The newest hour and its mean, and the one before it.
  private var last: Hour?
  private var older: Hour?

  private struct Hour: Hashable {
    var hour: Int64
    var mean: Float
  }

  /// - Returns: it is water. Once for each.
  mutating func take(_ value: Double, at time: Timestamp) -> Bool {
    let value = Float(value)
    let second = time.seconds
    let change = before.map { value - $0 } ?? 0
    if change != 0 { step = min(step ?? .infinity, abs(change)) }
    before = value
    // A clock that was far ahead has been put right.
    if restsUntil - second > Self.restAfterFall { restsUntil = 0 }
    if change < -Self.fall { rest(until: second + Self.restAfterFall) }
    guard restsUntil <= second, let base = suspected ?? base(at: second / 3600) else { return false }
    let rise = value - base
    guard rise >= needed else {
      suspected = nil
      present = max(present, rise)
      return false
    }
    guard suspected != nil else {
      suspected = base
      return false
    }
    rest(until: second + Self.rest)
    return true
  }

  /// The lowest mean of the last two hours; what was measured before a gap is no measure of a rise.
  private func base(at hour: Int64) -> Float? {
    guard let last, hour - last.hour <= 2 else { return nil }
    guard let older, hour - older.hour <= 3 else { return last.mean }
    return min(last.mean, older.mean)
  }

  /// An hour is over: its number since 1970, and its mean.
  mutating func ended(_ hour: Int64, _ mean: Double) {
    older = last
    last = Hour(hour: hour, mean: Float(mean))
    ordinary = max(ordinary * Self.keeps, present)
    present = 0
    hours = min(hours + 1, Self.hoursMin)
  }

  private var needed: Float {
    guard hours == Self.hoursMin, let step else { return .infinity }
    return max(Self.least, Self.factor * ordinary + Self.steps * step)
  }

  private mutating func rest(until end: Int64) {
    restsUntil = end
    suspected = nil
    present = 0
  }
}

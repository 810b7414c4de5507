/// Finds out whether the values of one probe go to and fro between two levels, as they do where two probes have one id.
///
/// Water makes a probe leap and stay, dry soil makes it creep, and noise finds no level again: none of them comes back to where it
/// was by a leap, time and again. Plain bits.
package struct TwoLevels: Sendable, Hashable {
  /// Points between two levels.
  private static let apart: Float = 10
  /// Points by which one level may wander from one value to the next.
  private static let near: Float = 2
  /// So many leaps from one to the other within ``window``, and of so many readings one.
  private static let turnsMin = 8
  private static let readingsMax = 6
  private static let window: Int32 = 12 * 3600
  /// And they go on for so long: a hand that dips the probe into water and out again stops sooner.
  private static let lasts: Int32 = 2 * 3600
  /// After so long without a leap it is one probe again.
  private static let calm: Int32 = 6 * 3600
  /// No value is so low.
  private static let none: Float = -1000

  private var level = none
  private var other = none
  private var leaps: UInt16 = 0
  private var readings: UInt16 = 0
  private var isFound = false
  /// Seconds on the monotonic clock.
  private var firstTurn: Int32 = 0
  private var lastTurn: Int32 = 0

  package init() {}

  /// Leaps back to the other level, in a row.
  package var turns: Int { Int(leaps) }

  /// - Parameter apart: two levels of this probe are so far apart at least.
  package mutating func take(_ value: Double, at now: Uptime, apart: Float = 0) {
    let value = Float(value)
    let now = Int32(truncatingIfNeeded: now.milliseconds / 1000)
    let last = level
    level = value
    if last == Self.none { return }
    readings = readings == .max ? .max : readings + 1
    if abs(value - last) <= Self.near { return }
    defer { other = last }
    guard abs(value - other) <= Self.near, abs(value - last) >= max(Self.apart, apart) else {
      leaps = 0
      return
    }
    if leaps == 0 || now &- firstTurn > Self.window {
      (leaps, readings) = (0, 1)
      firstTurn = now
    }
    leaps = leaps == .max ? .max : leaps + 1
    lastTurn = now
    isFound =
      isFound
      || turns >= Self.turnsMin && turns * Self.readingsMax >= Int(readings) && now &- firstTurn >= Self.lasts
  }

  /// The levels of two, as far as is known; `nil`: it is one.
  mutating func two(at now: Uptime) -> (Float, Float)? {
    if isFound, Int32(truncatingIfNeeded: now.milliseconds / 1000) &- lastTurn >= Self.calm {
      isFound = false
    }
    return isFound ? (level, other) : nil
  }
}

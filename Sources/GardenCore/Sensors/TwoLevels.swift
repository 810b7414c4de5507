/// Finds out whether the values of one probe go to and fro between two levels, as they do where two probes have one id.
///
/// Water makes a probe leap and stay, dry soil makes it creep, and noise finds no level again: none of them comes back to where it
/// was by a leap, time and again. Plain bits.
package struct TwoLevels: Sendable, Hashable {
  /// Points between two levels.
  private static let apart: Float = 8
  /// Points by which one level may wander from one value to the next.
  private static let near: Float = 2
  /// So many leaps from one to the other within ``window``, and of so many readings one.
  private static let turnsMin = 8
  private static let readingsMax = 6
  private static let window: Duration = .hours(12)
  /// And they go on for so long: a hand that dips the probe into water and out again stops sooner.
  private static let lasts: Duration = .hours(2)
  /// After so long without a leap it is one probe again.
  private static let calm: Duration = .hours(6)

  private var level: Float?
  private var other: Float?
  private var leaps: UInt16 = 0
  private var readings: UInt16 = 0
  private var isFound = false
  private var firstTurn = Uptime(milliseconds: 0)
  private var lastTurn = Uptime(milliseconds: 0)

  package init() {}

  /// Leaps back to the other level, in a row.
  package var turns: Int { Int(leaps) }

  package mutating func take(_ value: Double, at now: Uptime) {
    let value = Float(value)
    guard let last = level else {
      level = value
      return
    }
    level = value
    readings = readings == .max ? .max : readings + 1
    if abs(value - last) <= Self.near { return }
    defer { other = last }
    guard let other, abs(value - other) <= Self.near, abs(value - last) >= Self.apart else {
      leaps = 0
      return
    }
    if leaps == 0 || now - firstTurn > Self.window {
      (leaps, readings) = (0, 1)
      firstTurn = now
    }
    leaps = leaps == .max ? .max : leaps + 1
    lastTurn = now
    isFound =
      isFound || turns >= Self.turnsMin && turns * Self.readingsMax >= Int(readings) && now - firstTurn >= Self.lasts
  }

  /// The levels of two, as far as is known; `nil`: it is one.
  mutating func two(at now: Uptime) -> (Float, Float)? {
    if isFound, now - lastTurn >= Self.calm { isFound = false }
    guard isFound, let level, let other else { return nil }
    return (level, other)
  }
}

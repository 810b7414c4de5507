/// Finds out whether the values of one probe go to and fro between two levels, as they do where two probes have one id.
///
/// Water makes a probe leap and stay, dry soil makes it creep, and noise finds no level again: none of them comes back to where it
/// was by a leap, time and again. Plain bits.
package struct TwoLevels: Sendable, Hashable {
  /// Points between two levels.
  private static let apart = 8.0
  /// Points by which one level may wander from one value to the next.
  private static let near = 2.0
  /// So many leaps from one to the other within ``window``.
  private static let turnsMin = 8
  private static let window: Duration = .hours(12)
  /// And they go on for so long: a hand that dips the probe into water and out again stops sooner.
  private static let lasts: Duration = .hours(2)
  /// After so long without a leap it is one probe again.
  private static let calm: Duration = .hours(6)

  private var level: Double?
  private var other: Double?
  /// Leaps back to the other level, in a row.
  package private(set) var turns = 0
  private var firstTurn = Uptime(milliseconds: 0)
  private var lastTurn = Uptime(milliseconds: 0)
  private var isFound = false

  package init() {}

  package mutating func take(_ value: Double, at now: Uptime) {
    guard let last = level else {
      level = value
      return
    }
    level = value
    if abs(value - last) <= Self.near { return }
    defer { other = last }
    guard let other, abs(value - other) <= Self.near, abs(value - last) >= Self.apart else {
      turns = 0
      return
    }
    if turns == 0 || now - firstTurn > Self.window {
      turns = 0
      firstTurn = now
    }
    turns += 1
    lastTurn = now
    isFound = isFound || turns >= Self.turnsMin && now - firstTurn >= Self.lasts
  }

  /// Whether they are two, as far as is known.
  mutating func areTwo(at now: Uptime) -> Bool {
    if isFound, now - lastTurn >= Self.calm { isFound = false }
    return isFound
  }
}

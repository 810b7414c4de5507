/// A band with a dead zone: the state turns at `below`/`above` and turns back only `deadband` further in.
package struct BandPlan: Sendable, Hashable {
  /// Lower limit; below it the plant is dry, cold, dark or hungry. `nil`: not evaluated.
  package var below: Double?
  /// Upper limit; above it the plant is wet, hot, too bright or salty. `nil`: not evaluated.
  package var above: Double?
  /// ≥ 0, in the quantity's unit (for temperature a difference, not a temperature).
  package var deadband: Double
  /// A new state counts once it has held this long.
  package var dwell: Duration
  /// The lower limit counts only once no value has reached it for this long, not even the first: light, which every night
  /// takes away. `nil`: it counts after `dwell`.
  package var lowFor: Duration?
  /// What is low is so until no value has been low for this long: soil does not get moist without water. `nil`: for ``dwell``.
  var lowLasts: Duration?
  /// The dead zone of what has stood beyond it for a day: no more than the probe's own noise. `nil`: ``deadband``.
  var calm: Double?
  /// What can be measured at all. A limit at an end of it is reached by a value that stands there: nothing lies beyond.
  var ends = -Double.infinity...Double.infinity

  package init(
    below: Double? = nil, above: Double? = nil, deadband: Double, dwell: Duration, lowFor: Duration? = nil
  ) {
    self.below = below
    self.above = above
    self.deadband = deadband
    self.dwell = dwell
    self.lowFor = lowFor
  }

  func isLow(_ value: Double) -> Bool {
    below.map { value < $0 || value == $0 && $0 <= ends.lowerBound } ?? false
  }

  func isHigh(_ value: Double) -> Bool {
    above.map { value > $0 || value == $0 && $0 >= ends.upperBound } ?? false
  }

  /// How long a state must have held before it takes the place of another.
  package func dwell(of status: Status, after known: Status = .fine) -> Duration {
    status == .low ? lowFor ?? dwell : known == .low ? max(dwell, lowLasts ?? .zero) : dwell
  }
}

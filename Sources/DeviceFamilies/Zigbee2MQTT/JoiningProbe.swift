import GardenCore

/// Tells a measured 0 from the 0 with which a Tuya probe fills in what it has not measured yet.
///
/// Right after joining such a probe says moisture 0, temperature 0 and unit null. Its values then come one after another, and
/// zigbee2mqtt repeats the whole cached state with each: the temperature and its unit are real while the moisture is still the 0 of
/// before. So a 0 that stood beside a unit of null is no value, and stays none until another number has come. Nobody may have
/// listened while it joined: a 0 that is the first number ever heard is no better. A probe that still says 0 after ``patience``
/// means it.
struct JoiningProbe: Sendable, Hashable {
  static let patience: Duration = .hours(3)

  private var since: Timestamp?
  /// A number was believed, and the probe has not joined anew.
  private(set) var hasMeasured = false

  /// A 0 was refused, and no other number has come.
  var isInDoubt: Bool { since != nil }

  /// Whether this number is the 0 of a quantity that was not measured.
  ///
  /// `isUnitNull`: the probe says with it that it knows nothing yet. `doubtsFirst`: it may have joined unheard.
  mutating func isUnmeasured(
    _ isZero: Bool, isUnitNull: Bool, doubtsFirst: Bool, at now: Timestamp
  ) -> Bool {
    if isZero, isUnitNull {
      hasMeasured = false
      since = now
      return true
    }
    if isZero, doubtsFirst, !hasMeasured, since == nil { since = now }
    if isZero, let since, now >= since, now - since < Self.patience { return true }
    since = nil
    hasMeasured = true
    return false
  }
}

import GardenCore

/// Tells a measured 0 from the 0 with which a Tuya probe fills in what it has not measured yet.
///
/// Right after joining such a probe says moisture 0, temperature 0 and unit null. Its values then come one after another, and
/// zigbee2mqtt repeats the whole cached state with each: the temperature and its unit are real while the moisture is still the 0 of
/// before. So a 0 that stood beside a unit of null is no value, and stays none until another number has come. A probe that still says 0
/// after ``patience`` means it. A 0 that is the first number ever heard is doubted for every family alike, where readings are evaluated.
struct JoiningProbe: Sendable, Hashable {
  static let patience: Duration = .hours(3)

  private var since: Timestamp?

  /// A 0 was refused, and no other number has come.
  var isInDoubt: Bool { since != nil }

  /// Whether this number is the 0 of a quantity that was not measured. `isUnitNull`: the probe says with it that it knows nothing yet.
  mutating func isUnmeasured(_ isZero: Bool, isUnitNull: Bool, at now: Timestamp) -> Bool {
    if isZero, isUnitNull {
      since = now
      return true
    }
    if isZero, let since, now >= since, now - since < Self.patience { return true }
    since = nil
    return false
  }
}

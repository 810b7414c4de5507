import GardenCore

/// Tells a measured 0 from the 0 with which a Tuya probe fills in what it has not measured yet.
///
/// Right after joining such a probe says moisture 0, temperature 0 and unit null. Its values then come one after another, and
/// zigbee2mqtt repeats the whole cached state with each: the temperature and its unit are real while the moisture is still the 0 of
/// before. So a 0 that stood beside a unit of null is no value, and stays none until another number has come. A probe that still says
/// 0 after ``patience`` means it.
struct JoiningProbe: Sendable, Hashable {
  enum Unit: Sendable, Hashable {
    /// A unit, or a device that has none to say.
    case known
    case null
    /// One topic per property: it has not come yet.
    case unheard
  }

  static let patience: Duration = .hours(3)

  private var since: Timestamp?
  private var hasMeasured = false

  /// A 0 was refused, and no other number has come.
  var isInDoubt: Bool { since != nil }

  /// Whether this number is the 0 of a quantity that was not measured.
  mutating func isUnmeasured(_ isZero: Bool, beside unit: Unit, at now: Timestamp) -> Bool {
    if isZero, unit == .null {
      hasMeasured = false
      since = now
      return true
    }
    if isZero, unit == .unheard, !hasMeasured, since == nil { since = now }
    if isZero, let since, now >= since, now - since < Self.patience { return true }
    since = nil
    hasMeasured = true
    return false
  }
}

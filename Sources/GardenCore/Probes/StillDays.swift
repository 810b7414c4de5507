/// Days whose means stand where they stood, however a dead probe trembles. Plain bits.
struct StillDays: Sendable, Hashable, Codable {
  private static let day: Int32 = 1440
  /// Soil dries by more within two weeks, points; a scale in whole steps shows half of one.
  private static let least: Float = 0.1
  private static let coarse: Float = 0.5
  private static let readingsMin: Float = 4

  private var sum: Float = 0
  private var count: Float = 0
  private var mean: Float = -1000
  private(set) var since: Int32 = 0
  private var last: Int32 = 0
  /// The longest of before, minutes.
  private var longest: Int32 = 0

  mutating func take(_ value: Float) {
    sum += value
    count += 1
  }

  /// `step`: the smallest change that the probe tells.
  mutating func endDay(_ minute: Int32, step: Float) {
    defer { (sum, count) = (0, 0) }
    guard count >= Self.readingsMin else { return }
    if abs(sum / count - mean) > max(step / 2, Self.least) {
      longest = max(longest, last - since)
      (mean, since) = (sum / count, minute - Self.day)
    }
    last = minute
  }

  func isFrozen(step: Float, waterEvery: Int32) -> Bool {
    let days: Int32 = step >= Self.coarse ? 21 : 14
    return last - since >= max(days * Self.day, 3 * longest, 2 * waterEvery)
  }
}

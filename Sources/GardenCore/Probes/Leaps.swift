/// How often a probe leaps there and back, of the readings of about three days. Plain bits.
struct Leaps: Sendable, Hashable, Codable {
  private static let points: Float = 12
  private static let within: Int32 = 180
  private static let countMin: Float = 15
  private static let shareMin: Float = 0.12
  /// A hand that dips a probe into water and out again stops sooner, minutes.
  private static let lasts: Int32 = 360

  private var isUp = false
  private var last: Int32 = 0
  private(set) var began: Int32 = 0
  private(set) var before: Float = 0
  private(set) var after: Float = 0
  private var count: Float = 0
  private var readings: Float = 0

  private(set) var isJumping = false

  mutating func take(_ value: Float, before: Float, pause: Int32, minute: Int32) {
    readings += 1
    guard abs(value - before) >= Self.points, pause <= Self.within else { return }
    if (value > before) != isUp, minute - last <= Self.within {
      if count < 1 { began = minute }
      count += 1
      (self.before, after) = (before, value)
    }
    isUp = value > before
    last = minute
  }

  mutating func endDay() {
    isJumping = count >= Self.countMin && count >= Self.shareMin * readings && last - began >= Self.lasts
    count *= 2 / 3
    readings *= 2 / 3
  }
}

/// A fall that soil cannot have made: the probe is out of it, or counts in another unit. Plain bits.
struct Fall: Sendable, Hashable, Codable {
  /// Readings, and minutes, that it must last for.
  private static let readingsMin: UInt8 = 10
  private static let lasts: Int32 = 180
  /// What was measured longer ago is no measure of a fall, minutes.
  private static let reach: Int32 = 12 * 60

  /// What is usual: the lowest fades within days, so that one glitch moves it for no longer.
  private(set) var low: Float = 100
  private(set) var high: Float = 0
  private var lowest: Float = 100
  /// Ends of days that were heard; before the first nothing is usual.
  private(set) var days: UInt8 = 0
  private(set) var since: Int32?
  private(set) var from: Float = 0
  private(set) var to: Float = 0
  private var readings: UInt8 = 0
  /// Readings that would be usual as a tenth and as a hundredth.
  private var tenths: UInt8 = 0
  private var hundredths: UInt8 = 0
  private(set) var found: Suspicion?

  mutating func take(_ value: Float, before: Float, pause: Int32, minute: Int32) {
    if let since {
      if value > max(2.2 * to, to + 4) { return (self.since, found) = (nil, nil) }
      guard found == nil else { return }
      count(value)
      guard readings >= Self.readingsMin, minute - since >= Self.lasts else { return }
      found = Float(max(tenths, hundredths)) >= 0.9 * Float(readings) ? .rescaled : .unplugged
    } else if days > 0, pause <= Self.reach, before - value >= max(4, before / 2),
      value <= max(0.4 * low, 0.12 * high), value < low - 1
    {
      (since, from, to) = (minute, before, value)
      (readings, tenths, hundredths) = (0, 0, 0)
      count(value)
    } else {
      if abs(value - before) < 12 { low = min(low, value) }
      high = max(high, value)
      lowest = min(lowest, value)
    }
  }

  /// It has just fallen as into the air: what comes of it is not known yet.
  var isFresh: Bool { since != nil && found == nil && to <= 0.12 * high }

  private mutating func count(_ value: Float) {
    readings += 1
    // Soil goes on from where it was, in its new unit.
    let usual = 0.5 * from...1.5 * from
    if value > 0, usual.contains(value * 10) { tenths += 1 }
    if value > 0, usual.contains(value * 100) { hundredths += 1 }
  }

  /// `value`: the last of the day.
  mutating func endDay(_ value: Float) {
    days = min(days + 1, 100)
    guard since == nil else { return }
    low += max(0, (lowest - low) / 5)
    high -= max(0, (high - value) / 5)
    lowest = 100
  }
}

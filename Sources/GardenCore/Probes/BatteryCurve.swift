/// What a battery's percentage does over days. Plain bits.
struct BatteryCurve: Sendable, Hashable, Codable {
  private static let turnsMin = 1
  /// After so many minutes it is known how it goes.
  private static let knownAfter: Int32 = 7 * 1440
  private static let month: Int32 = 30 * 1440
  /// Points a day, of the last days; and days that are left then.
  private static let fast: Float = 2.5
  private static let left: Float = 14

  /// The last value of each day, percent, the last day first; 255: none.
  private var days = SIMD4<UInt8>(repeating: 255)
  private var soil = SoilCurve()
  private var first: Int32?
  private var last: Int32 = 0
  /// When it last rose, and not as a new one does.
  private var rose: Int32 = 0

  mutating func take(_ value: Float, minute: Int32) {
    defer { last = minute }
    first = first ?? minute
    guard let turn = soil.take(value, minute: minute), turn.isUp else { return }
    // A new battery is full.
    if value >= 95 { soil.forget() }
    rose = value >= 95 ? 0 : minute
  }

  mutating func endDay(_ value: Float) {
    for day in (1..<4).reversed() { days[day] = days[day - 1] }
    days[0] = UInt8(min(max(value.rounded(), 0), 100))
  }

  /// It goes as soil does.
  func isSoil(_ minute: Int32) -> Bool {
    soil.turns >= Self.turnsMin && minute - (first ?? minute) >= Self.knownAfter
  }

  /// Where it stood three days ago and stands now, if it is empty soon.
  var drain: (before: Float, after: Float)? {
    guard days[3] < 255, rose == 0 || last - rose > Self.month else { return nil }
    let (before, after) = (Float(days[3]), Float(days[0]))
    let pace = (before - after) / 3
    // A battery of three steps falls by a third in one day.
    let falls = (0..<3).count { days[$0 + 1] > days[$0] }
    return falls > 1 && pace >= Self.fast && after <= pace * Self.left ? (before, after) : nil
  }
}

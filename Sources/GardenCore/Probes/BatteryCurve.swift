/// What a battery's percentage does over days. Plain bits.
struct BatteryCurve: Sendable, Hashable, Codable {
  /// Points that no battery goes up and down by.
  private static let wave: Float = 10
  private static let turnsMin = 3
  /// Points a day, of the last days; and days that are left then.
  private static let fast: Float = 2.5
  private static let left: Float = 14

  /// The last value of each day, percent, the last day first; 255: none.
  private var days = SIMD4<UInt8>(repeating: 255)
  private var extreme: Float?
  private var isFalling = true
  /// How often it turned by more than a battery does.
  private var turns: UInt8 = 0

  mutating func take(_ value: Float) {
    guard let extreme else { return extreme = value }
    if isFalling ? value < extreme : value > extreme {
      self.extreme = value
    } else if abs(value - extreme) >= Self.wave {
      isFalling.toggle()
      self.extreme = value
      // A new battery is full.
      turns = value >= 95 ? 0 : min(turns + 1, 100)
    }
  }

  mutating func endDay(_ value: Float) {
    for day in (1..<4).reversed() { days[day] = days[day - 1] }
    days[0] = UInt8(min(max(value.rounded(), 0), 100))
  }

  /// It goes as soil does.
  var isNone: Bool { turns >= Self.turnsMin }

  /// Where it stood three days ago and stands now, if it is empty soon.
  var drain: (before: Float, after: Float)? {
    guard days[3] < 255, turns == 0 else { return nil }
    let (before, after) = (Float(days[3]), Float(days[0]))
    let pace = (before - after) / 3
    return pace >= Self.fast && after <= pace * Self.left ? (before, after) : nil
  }
}

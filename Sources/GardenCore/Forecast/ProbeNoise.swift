/// How a probe trembles: its noise and the step of its scale, by its last readings.
struct ProbeNoise: Sendable, Hashable {
  /// Three readings of pure noise are off a line by so much, in its spreads.
  private static let bends: Float = 1.65
  /// Noise of so many spreads says nothing of the soil, as a mean of this many squares does.
  private static let smooth: Float = 1.3
  /// After so many changes one of them was as small as they get.
  private static let changesMin: UInt8 = 4

  private(set) var last: Float?
  private(set) var older: Float?
  /// The smallest step between two readings; 0: it has changed too seldom to tell.
  var step: Float { changes == Self.changesMin ? smallest : 0 }
  private var smallest: Float = .infinity
  private var changes: UInt8 = 0
  /// The median of how far three readings in a row are from a line.
  private var bend: Float = 0
  private var level: Float?
  /// Readings, up to a hundred: the first ones count most.
  private var count: UInt8 = 0

  mutating func take(_ value: Float) {
    if let last, value != last {
      smallest = min(smallest, abs(value - last))
      changes = min(changes + 1, Self.changesMin)
    }
    if let last, let older {
      let off = abs(value - 2 * last + older)
      count = min(count + 1, 100)
      let pace = min(max(0.04 * bend, 2 / Float(count)), abs(off - bend))
      bend += off > bend ? pace : -pace
    }
    let weight = spread == 0 ? 1 : min(1, Self.smooth / (spread * spread))
    level = level.map { $0 + (value - $0) * weight } ?? value
    (older, last) = (last, value)
  }

  /// The spread of its noise, points. A flicker by a step of the scale is none.
  var spread: Float { bend <= 2 * step ? 0 : bend / Self.bends }

  /// Percent, smooth as far as the probe is noisy; `nil`: the last reading is as good.
  var smooth: Double? { spread * spread > Self.smooth ? level.map { Double($0) } : nil }

  /// Of three readings, the newest of them `value`, the middle one.
  func middle(_ value: Float) -> Float {
    guard let last, let older else { return value }
    return max(min(value, last), min(max(value, last), older))
  }

  /// There was a gap; what was before it is next to nothing.
  mutating func forget() { (older, last) = (nil, nil) }
}

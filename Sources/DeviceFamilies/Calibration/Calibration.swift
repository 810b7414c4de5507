/// What raw numbers of a probe mean, by two or more points with straight lines between them.
///
/// Beyond its ends the outermost line goes on: a raw value a little beyond the wet point is soil a little wetter, and
/// one far beyond is an impossible value, which is refused. Were it held at the end instead, a broken wire would
/// read as wet soil for ever.
package struct Calibration: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    /// As the message has it.
    package var raw: Double
    /// In the quantity's unit.
    package var value: Double
    package init(raw: Double, value: Double) {
      self.raw = raw
      self.value = value
    }
  }

  package static let pointsMax = 32

  /// In the order of `raw`.
  package let points: [Point]

  package init(_ points: [Point]) { self.points = points.sorted { $0.raw < $1.raw } }

  /// Raw value of the dry and the wet end (dry soil, saturated soil after draining); either may be the larger one.
  package init(dry: Double, wet: Double) {
    self.init([Point(raw: dry, value: 0), Point(raw: wet, value: 100)])
  }

  /// Two points or more, finite, no raw value twice, and values that only rise or only fall: otherwise two raw
  /// values would mean the same, or a wetter soil would read drier.
  package var isSound: Bool {
    guard (2...Self.pointsMax).contains(points.count) else { return false }
    let slopes = zip(points, points.dropFirst()).map { ($1.value - $0.value) / ($1.raw - $0.raw) }
    return slopes.allSatisfy { $0.isFinite && $0 != 0 && ($0 > 0) == (slopes[0] > 0) }
      && points.allSatisfy { $0.raw.isFinite && $0.value.isFinite }
  }

  /// Not held to the ends of a scale.
  package func value(_ raw: Double) -> Double {
    var upper = 1
    while upper < points.count - 1, raw > points[upper].raw { upper += 1 }
    let (a, b) = (points[upper - 1], points[upper])
    // From the nearer end, so that each point gives its own value exactly.
    if raw - a.raw <= b.raw - raw { return a.value + (raw - a.raw) / (b.raw - a.raw) * (b.value - a.value) }
    return b.value - (b.raw - raw) / (b.raw - a.raw) * (b.value - a.value)
  }
}

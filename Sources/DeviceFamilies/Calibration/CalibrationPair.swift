/// Two ends of a probe's scale as they were captured.
package struct CalibrationPair: Sendable, Hashable {
  package enum Fault: Error, Sendable, Hashable {
    case notFinite
    case equal
    /// The ends must be at least this far apart.
    case tooClose(distance: Double, needed: Double)

    package var text: String {
      switch self {
      case .notFinite: "one of the two is no number"
      case .equal: "both ends are the same value; was the probe moved, and is it the right one?"
      case .tooClose(let distance, let needed):
        "the ends are \(Self.short(distance)) apart, which noise alone could be; "
          + "they must be at least \(Self.short(needed)) apart"
      }
    }

    private static func short(_ value: Double) -> String {
      let rounded = (value * 100).rounded() / 100
      return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
    }
  }

  /// Ends nearer than this share of the larger magnitude make one step of the converter many percent.
  package static let distanceMin = 0.03
  /// Ends must be so many times their spreads apart.
  package static let spreadsMin = 5.0

  package let dry: StableValue.Rest
  package let wet: StableValue.Rest

  package init(dry: StableValue.Rest, wet: StableValue.Rest) throws(Fault) {
    guard dry.median.isFinite, wet.median.isFinite else { throw .notFinite }
    let distance = abs(dry.median - wet.median)
    if distance == 0 { throw .equal }
    let needed = Self.distance(
      from: dry, spread: wet.spread, magnitude: max(abs(dry.median), abs(wet.median)))
    guard distance >= needed, distance.isFinite else { throw .tooClose(distance: distance, needed: needed) }
    self.dry = dry
    self.wet = wet
  }

  private static func distance(from dry: StableValue.Rest, spread: Double, magnitude: Double) -> Double {
    max(magnitude * distanceMin, (dry.spread + spread) * spreadsMin)
  }

  /// Rounded where the spread makes the digits behind the point meaningless.
  package var calibration: Calibration {
    func rounded(_ end: StableValue.Rest) -> Double {
      abs(dry.median - wet.median) >= 100 ? end.median.rounded() : (end.median * 1000).rounded() / 1000
    }
    return Calibration(dry: rounded(dry), wet: rounded(wet))
  }
}

extension CalibrationPair.Fault: CustomStringConvertible {
  package var description: String { text }
}

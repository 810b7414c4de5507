/// Whether a probe that was put somewhere has come to rest, and at which value.
///
/// At rest: the last ``countMin`` values lie within the tolerance around their median, one of five let go as an outlier; or, for
/// probes that speak rarely, all values of the last ``restMilliseconds`` do, two at least. The tolerance is a share of the largest
/// magnitude seen, since a converter's noise grows with its range and a wet probe may stand near 0.
package struct StableValue: Sendable, Hashable {
  package struct Rest: Sendable, Hashable {
    package var median: Double
    /// How far the values lie from the median, outliers aside.
    package var spread: Double
    package var count: Int
    package init(median: Double, spread: Double, count: Int) {
      self.median = median
      self.spread = spread
      self.count = count
    }
  }

  package static let countMin = 5
  package static let restMilliseconds: Int64 = 60_000
  /// Of the largest magnitude.
  package static let tolerance = 0.02
  private static let keptMax = 120

  private struct Sample: Sendable, Hashable {
    var value: Double
    var at: Int64
  }

  private var samples: [Sample] = []
  private var magnitude: Double

  /// - Parameter magnitude: the largest seen before, with the probe elsewhere.
  package init(magnitude: Double = 0) { self.magnitude = magnitude }

  package var largestMagnitude: Double { magnitude }
  package var count: Int { samples.count }

  /// Takes a value. What is not finite is none.
  ///
  /// - Parameter now: milliseconds of any clock that does not jump.
  package mutating func take(_ value: Double, at now: Int64) {
    guard value.isFinite else { return }
    magnitude = max(magnitude, abs(value))
    samples.append(Sample(value: value, at: now))
    if samples.count > Self.keptMax { samples.removeFirst() }
  }

  /// The last values, at rest or not; `nil` before the first.
  package var present: Rest? { Self.rest(samples.suffix(Self.countMin).map(\.value)) }

  /// `nil`: not at rest.
  package var atRest: Rest? {
    let last = samples.suffix(Self.countMin).map(\.value)
    if last.count == Self.countMin, let rest = Self.rest(last), isCalm(rest) { return rest }
    guard let end = samples.last, let first = samples.last(where: { end.at - $0.at >= Self.restMilliseconds })
    else { return nil }
    let slow = samples.filter { $0.at >= first.at }.map(\.value)
    guard let rest = Self.rest(slow), isCalm(rest) else { return nil }
    return rest
  }

  private func isCalm(_ rest: Rest) -> Bool { rest.spread <= magnitude * Self.tolerance }

  private static func rest(_ values: [Double]) -> Rest? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    let median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    let deviations = values.map { abs($0 - median) }.sorted()
    return Rest(median: median, spread: deviations[values.count - 1 - values.count / 5], count: values.count)
  }
}

/// A moment in whole seconds since 1970-01-01T00:00:00Z, from September 2001 to the year 2100.
///
/// A larger number is milliseconds by mistake and does not decode; it is never divided.
public struct EpochSeconds: Sendable, Hashable, Comparable {
  /// 1 000 000 000 … 4 102 444 800.
  public let seconds: Int64

  /// The moments that a document can carry.
  public static let range: ClosedRange<Int64> = 1_000_000_000...4_102_444_800

  /// `nil` outside ``range``.
  public init?(_ seconds: Int64) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// The nearest moment within ``range``: for a machine whose clock has not been set yet.
  public init(clamping seconds: Int64) {
    self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Earlier is less.
  public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }

  /// That many seconds later, held within ``range``.
  public func advanced(by seconds: Int64) -> Self {
    let (sum, overflows) = self.seconds.addingReportingOverflow(seconds)
    return Self(clamping: overflows ? (seconds < 0 ? .min : .max) : sum)
  }
}

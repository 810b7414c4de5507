/// A countdown that survives quitting: it keeps when it ends, not what is left. The time comes in as a value.
///
/// Absent is not zero: who finds nothing kept has no countdown, not one that is over.
public struct Countdown: Sendable, Hashable, Codable {
  /// When it is over, in seconds since 1970.
  public let end: Int64

  /// Begins now.
  public init(seconds: Int64, at now: EpochSeconds) { end = now.advanced(by: max(0, seconds)).seconds }

  /// What was left when an app quit, and when it did: the two values that the first app of this kind kept.
  ///
  /// `nil`: one is missing.
  public init?(left: Int64?, quitAt: EpochSeconds?) {
    guard let left, let quitAt else { return nil }
    end = quitAt.advanced(by: left).seconds
  }

  /// One that the bridge runs; `nil`: it is over, however it ended.
  public init?(_ run: GlanceState.Run) {
    guard run.state == .running else { return nil }
    end = run.ends.seconds
  }

  /// Seconds that are left; never below 0.
  public func left(at now: EpochSeconds) -> Int64 { max(0, end - now.seconds) }

  /// Whether nothing is left.
  public func isFinished(at now: EpochSeconds) -> Bool { end <= now.seconds }
}

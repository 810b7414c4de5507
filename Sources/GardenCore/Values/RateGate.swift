/// How fast one device may send: 60 a minute with a burst of 30. Over it, the first is answered, the rest only counted.
package struct RateGate: Sendable, Hashable {
  static let burst = 30.0
  static let perSecond = 1.0

  package enum Verdict: Sendable, Hashable {
    case open
    /// The first over the limit: say so.
    case closing
    /// More of the same: silence.
    case closed
  }

  private var bucket: TokenBucket
  private var isClosed = false

  init(at now: Uptime) { bucket = TokenBucket(burst: Self.burst, perSecond: Self.perSecond, at: now) }

  mutating func pass(at now: Uptime) -> Verdict {
    let wasClosed = isClosed
    isClosed = bucket.take(at: now) > 0
    return !isClosed ? .open : wasClosed ? .closed : .closing
  }
}

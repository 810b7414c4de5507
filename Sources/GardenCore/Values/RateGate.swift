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

  init(burst: Double = Self.burst, perSecond: Double = Self.perSecond, at now: Uptime) {
    bucket = TokenBucket(burst: burst, perSecond: perSecond, at: now)
  }

  /// One more would be counted and nothing else: who waits for its turn need not be heard.
  func isShut(at now: Uptime) -> Bool { isClosed && !bucket.holds(1, at: now) }

  mutating func pass(at now: Uptime) -> Verdict {
    let wasClosed = isClosed
    isClosed = bucket.take(at: now) > 0
    return !isClosed ? .open : wasClosed ? .closed : .closing
  }
}

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

  private var tokens = RateGate.burst
  private var filledAt: Uptime
  private var isClosed = false

  init(at now: Uptime) { filledAt = now }

  mutating func pass(at now: Uptime) -> Verdict {
    let passed = Double(max(0, (now - filledAt).milliseconds)) / 1000
    tokens = min(Self.burst, tokens + passed * Self.perSecond)
    filledAt = now
    guard tokens >= 1 else {
      defer { isClosed = true }
      return isClosed ? .closed : .closing
    }
    tokens -= 1
    isClosed = false
    return .open
  }
}

/// Tokens that come back over time, up to as many as it holds; who takes more than there are has to wait.
package struct TokenBucket: Sendable, Hashable {
  /// The most that can be saved up, ≥ 0.
  package let burst: Double
  /// Tokens that come back each second, > 0.
  package let perSecond: Double
  package private(set) var filledAt: Uptime
  private var tokens: Double

  /// Full.
  package init(burst: Double, perSecond: Double, at now: Uptime) {
    self.burst = burst
    self.perSecond = perSecond
    filledAt = now
    tokens = burst
  }

  /// One that is full is as good as a new one.
  package func isFull(at now: Uptime) -> Bool { present(at: now) >= burst }

  private func present(at now: Uptime) -> Double {
    min(burst, tokens + Double(max(0, (now - filledAt).milliseconds)) / 1000 * perSecond)
  }

  func holds(_ cost: Double, at now: Uptime) -> Bool { present(at: now) >= cost }

  /// Takes so many tokens where they are there, else none.
  ///
  /// - Returns: seconds until as many are there; 0: they were taken.
  package mutating func take(_ cost: Double = 1, at now: Uptime) -> Double {
    tokens = present(at: now)
    filledAt = now
    guard tokens >= cost else { return (cost - tokens) / perSecond }
    tokens -= cost
    return 0
  }

  /// Takes so many, or as many as there are.
  package mutating func drain(_ cost: Double) { tokens = max(0, tokens - cost) }
}

internal import GardenCore

/// How many requests each client may make: a bucket of tokens per address, in a table that does not grow without end.
package struct RateTable: Sendable {
  /// Tokens of a client that was not heard before; the most that it can save up.
  package let burst: Double
  package let perSecond: Double
  /// Addresses remembered at most; beyond that the one that was silent longest is forgotten.
  package let clientsMax: Int
  private var buckets: [String: TokenBucket] = [:]

  package init(burst: Double = 240, perSecond: Double = 60, clientsMax: Int = 1024) {
    self.burst = burst
    self.perSecond = perSecond
    self.clientsMax = clientsMax
  }

  package var clients: Int { buckets.count }

  /// Takes tokens for one request.
  ///
  /// - Returns: `nil`: go on; else the seconds after which it may be tried again, ≥ 1.
  package mutating func take(
    _ cost: Double = 1, for client: String, at uptimeMilliseconds: Int64
  ) -> Int? {
    let key = Self.key(client)
    let now = Uptime(milliseconds: uptimeMilliseconds)
    if buckets[key] == nil, buckets.count >= clientsMax { makeRoom(at: now) }
    let wait = buckets[key, default: TokenBucket(burst: burst, perSecond: perSecond, at: now)].take(
      cost, at: now)
    return wait > 0 ? max(1, Int(wait.rounded(.up))) : nil
  }

  /// Takes tokens for a request that was let in and should not have come: as many as there are.
  package mutating func charge(_ cost: Double, to client: String) {
    buckets[Self.key(client)]?.drain(cost)
  }

  /// What is full again is as good as unknown; where none is, the oldest goes.
  private mutating func makeRoom(at now: Uptime) {
    buckets = buckets.filter { !$0.value.isFull(at: now) }
    while buckets.count >= clientsMax, let oldest = buckets.min(by: { $0.value.filledAt < $1.value.filledAt })
    {
      buckets[oldest.key] = nil
    }
  }

  /// An IPv4 address, or the first half of an IPv6 address: one client owns a whole /64 (RFC 6177).
  static func key(_ client: String) -> String {
    guard client.contains(":") else { return client }
    if client.hasPrefix("::ffff:"), client.contains(".") { return String(client.dropFirst(7)) }
    let bare = client.prefix { $0 != "%" }
    let halves = bare.split(separator: ":", omittingEmptySubsequences: false)
    guard let gap = bare.firstRange(of: "::") else { return halves.prefix(4).joined(separator: ":") }
    let head = bare[..<gap.lowerBound].split(separator: ":")
    let tail = bare[gap.upperBound...].split(separator: ":")
    let groups = head + Array(repeating: "0", count: max(0, 8 - head.count - tail.count)) + tail
    return groups.prefix(4).joined(separator: ":")
  }
}

/// How many requests each client may make: a bucket of tokens per address, in a table that does not grow without end.
package struct RateTable: Sendable {
  /// Tokens of a client that was not heard before; the most that it can save up.
  package let burst: Double
  package let perSecond: Double
  /// Addresses remembered at most; beyond that the one that was silent longest is forgotten.
  package let clientsMax: Int
  private var buckets: [String: Bucket] = [:]

  private struct Bucket {
    var tokens: Double
    var at: Int64
  }

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
    var bucket = buckets[key] ?? Bucket(tokens: burst, at: uptimeMilliseconds)
    let elapsed = Double(max(0, uptimeMilliseconds - bucket.at)) / 1000
    bucket.tokens = min(burst, bucket.tokens + elapsed * perSecond)
    bucket.at = uptimeMilliseconds
    defer {
      if buckets[key] == nil, buckets.count >= clientsMax { makeRoom(at: uptimeMilliseconds) }
      buckets[key] = bucket
    }
    guard bucket.tokens >= cost else {
      return max(1, Int(((cost - bucket.tokens) / perSecond).rounded(.up)))
    }
    bucket.tokens -= cost
    return nil
  }

  /// Takes tokens for a request that was let in and should not have come: as many as there are.
  package mutating func charge(_ cost: Double, to client: String) {
    guard var bucket = buckets[Self.key(client)] else { return }
    bucket.tokens = max(0, bucket.tokens - cost)
    buckets[Self.key(client)] = bucket
  }

  /// What is full again is as good as unknown; where none is, the oldest goes.
  private mutating func makeRoom(at now: Int64) {
    let full = Int64((burst / perSecond * 1000).rounded(.up))
    buckets = buckets.filter { now - $0.value.at < full }
    while buckets.count >= clientsMax, let oldest = buckets.min(by: { $0.value.at < $1.value.at }) {
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

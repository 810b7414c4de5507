package import struct GardenCore.SplitMix64

/// How long to wait before the next attempt: full jitter, so that many who failed together do not come back together.
package enum Backoff {
  static let first: Int64 = 1_000
  static let longest: Int64 = 600_000
  /// Longer than a quarter of an hour nobody waits, whatever a service asks for: what waits are alarms, too.
  static let asked: ClosedRange<Int64> = 1...900

  static func milliseconds(after attempts: Int, _ chance: inout SplitMix64) -> Int64 {
    let bound = min(longest, first << Int64(min(max(0, attempts - 1), 20)))
    return 100 + Int64(chance.next() % UInt64(bound))
  }

  /// Before somebody listens again: never less than the service asked for, and never at once.
  package static func milliseconds(
    untilListeningAfter failures: Int, asked: Int64?, _ chance: inout SplitMix64
  ) -> Int64 {
    let bound = min(60_000, first << Int64(min(max(1, failures), 6)))
    let wait = bound / 2 + Int64(chance.next() % UInt64(bound))
    return max(wait, (asked.map(clamped) ?? 0) * 1000)
  }

  package static func clamped(_ seconds: Int64) -> Int64 {
    min(max(seconds, asked.lowerBound), asked.upperBound)
  }
}

extension SplitMix64 {
  /// Letters and digits, six bits each.
  package mutating func word(_ count: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String((0..<count).map { _ in letters[Int(next() & 63)] })
  }
}

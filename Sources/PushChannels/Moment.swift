package import LoamKit

/// The time of one call: the machine's, and as the site's clocks show it.
package struct Moment: Sendable, Hashable {
  /// Since 1970.
  package var milliseconds: Int64
  /// East of Greenwich.
  package var zoneOffsetSeconds: Int64

  package init(milliseconds: Int64, zoneOffsetSeconds: Int64 = 0) {
    self.milliseconds = milliseconds
    self.zoneOffsetSeconds = zoneOffsetSeconds
  }

  package var seconds: Int64 { milliseconds / 1000 }
  package var epoch: EpochSeconds { EpochSeconds(clamping: seconds) }
  var secondOfDay: Int { Int(((seconds + zoneOffsetSeconds) % 86_400 + 86_400) % 86_400) }
  /// Days in UTC since 1970, as services count their limits.
  var day: Int64 { seconds / 86_400 }
}

/// A span of time. A clock that was set back ends it, so that a wrong clock stops nothing for ever.
package struct Pause: Sendable, Hashable, Codable {
  package var from: Int64
  package var until: Int64

  package init(from: Int64, milliseconds: Int64) {
    self.from = from
    until = from + milliseconds
  }

  package func holds(at now: Moment) -> Bool { from <= now.milliseconds && now.milliseconds < until }
}

/// Chance that is repeatable by its seed (SplitMix64), for waits, names and ids.
package struct Chance: Sendable, Hashable {
  private var state: UInt64
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Letters and digits, six bits each.
  package mutating func word(_ count: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String((0..<count).map { _ in letters[Int(next() & 63)] })
  }
}

/// How long to wait before the next attempt: full jitter, so that many who failed together do not come back together.
package enum Backoff {
  static let first: Int64 = 1_000
  static let longest: Int64 = 600_000
  /// Longer than a quarter of an hour nobody waits, whatever a service asks for: what waits are alarms, too.
  static let asked: ClosedRange<Int64> = 1...900

  static func milliseconds(after attempts: Int, _ chance: inout Chance) -> Int64 {
    let bound = min(longest, first << Int64(min(max(0, attempts - 1), 20)))
    return 100 + Int64(chance.next() % UInt64(bound))
  }

  /// Before somebody listens again: never less than the service asked for, and never at once.
  package static func milliseconds(
    untilListeningAfter failures: Int, asked: Int64?, _ chance: inout Chance
  ) -> Int64 {
    let bound = min(60_000, first << Int64(min(max(1, failures), 6)))
    let wait = bound / 2 + Int64(chance.next() % UInt64(bound))
    return max(wait, (asked.map(clamped) ?? 0) * 1000)
  }

  package static func clamped(_ seconds: Int64) -> Int64 {
    min(max(seconds, asked.lowerBound), asked.upperBound)
  }
}

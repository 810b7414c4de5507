/// A moment on the wall clock: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
///
/// Wall time may jump. Intervals that must hold (leases, dwell, soak) are measured with ``Uptime``.
package struct Timestamp: Sendable, Hashable, Comparable, Codable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }
  package init(seconds: Int64) { self.milliseconds = seconds * 1000 }

  /// Whole seconds since 1970, rounded down: the form of every time in our documents.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
  package static func + (a: Timestamp, d: Duration) -> Timestamp {
    Timestamp(milliseconds: a.milliseconds &+ d.milliseconds)
  }
  package static func - (a: Timestamp, d: Duration) -> Timestamp {
    Timestamp(milliseconds: a.milliseconds &- d.milliseconds)
  }
  package static func - (a: Timestamp, b: Timestamp) -> Duration {
    .milliseconds(a.milliseconds &- b.milliseconds)
  }
}

/// A moment on the machine's monotonic clock: milliseconds since boot, suspend included (`CLOCK_BOOTTIME`).
/// Comparable only within one boot; see ``BootID``.
package struct Uptime: Sendable, Hashable, Comparable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }
  package static func + (a: Uptime, d: Duration) -> Uptime {
    Uptime(milliseconds: a.milliseconds &+ d.milliseconds)
  }
  package static func - (a: Uptime, b: Uptime) -> Duration {
    .milliseconds(a.milliseconds &- b.milliseconds)
  }

  /// The earlier of two that may be missing. It is asked for in every turn, so it allocates nothing.
  package static func earliest(_ a: Uptime?, _ b: Uptime?) -> Uptime? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// Both clocks at one moment. Every call into the core brings one; the core never asks for it.
package struct Moment: Sendable, Hashable {
  package var wall: Timestamp
  package var uptime: Uptime
  /// `false` until the wall clock is believable (a Pi has no battery clock). While it is `false` nothing
  /// that depends on a date is sent.
  package var isWallTrusted: Bool

  package init(wall: Timestamp, uptime: Uptime, isWallTrusted: Bool = true) {
    self.wall = wall
    self.uptime = uptime
    self.isWallTrusted = isWallTrusted
  }
}

extension Duration {
  /// Whole milliseconds, rounded towards zero; held at the ends of `Int64`.
  package var milliseconds: Int64 {
    // One hardware division: `components` divides 128 bits twice, and every reading asks several times.
    let whole = attoseconds
    let magnitude = whole.magnitude
    let high = UInt64(truncatingIfNeeded: magnitude >> 64)
    guard high < Self.attosecondsInMillisecond / 2 else { return whole < 0 ? .min : .max }
    let low = UInt64(truncatingIfNeeded: magnitude)
    let (count, _) = Self.attosecondsInMillisecond.dividingFullWidth((high, low))
    return whole < 0 ? -Int64(bitPattern: count) : Int64(bitPattern: count)
  }
  private static let attosecondsInMillisecond: UInt64 = 1_000_000_000_000_000

  /// Whole seconds, rounded towards zero.
  package var wholeSeconds: Int64 { components.seconds }

  package static func minutes(_ n: Int) -> Duration { .seconds(n * 60) }
  package static func hours(_ n: Int) -> Duration { .seconds(n * 3600) }
  package static func days(_ n: Int) -> Duration { .seconds(n * 86_400) }
}

internal import Glibc

/// Both clocks of the machine, read at one moment.
package struct ClockReading: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z as the machine believes; see ``ClockTrust``.
  package var wallMilliseconds: Int64
  /// Milliseconds since boot, suspend included (`CLOCK_BOOTTIME`). Comparable within one boot.
  package var uptimeMilliseconds: Int64
}

/// The only place that reads a clock.
package enum HostClock {
  package static func now() -> ClockReading {
    ClockReading(
      wallMilliseconds: milliseconds(of: CLOCK_REALTIME),
      uptimeMilliseconds: milliseconds(of: CLOCK_BOOTTIME))
  }

  package static func uptimeMilliseconds() -> Int64 { milliseconds(of: CLOCK_BOOTTIME) }

  /// For a task, which is not held on a thread meanwhile. Ends early by throwing where it is cancelled.
  @Sendable package static func wait(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

internal import CHostSystem
internal import Glibc

/// Whether the wall clock is believable. A Pi has no battery clock: it starts in the past and jumps when the
/// network brings the time.
///
/// Believed is a clock that is not before the program was built, not before the last time that was believed and
/// saved, and that the kernel or systemd-timesyncd calls synchronised; or one that has been believed in this boot
/// and has not gone back. Where no time service answers at all (no network, a container) a clock that is not before the
/// floor is believed once the machine has been up for ``patience``: a time service would have answered by then, and
/// a reminder at a slightly wrong hour is better than none for ever.
package struct ClockTrust: Sendable {
  /// What the machine says about its wall clock.
  package struct Evidence: Sendable, Hashable {
    /// The kernel's clock discipline runs: `adjtimex` without `STA_UNSYNC`.
    package var isKernelSynchronized: Bool
    /// systemd-timesyncd has reached a server in this boot.
    package var isServiceSynchronized: Bool
    /// A battery clock that kept time over the power cut: `/dev/rtc0` and the kernel's `hctosys`.
    package var hasBatteryClock: Bool

    package init(
      isKernelSynchronized: Bool, isServiceSynchronized: Bool, hasBatteryClock: Bool
    ) {
      self.isKernelSynchronized = isKernelSynchronized
      self.isServiceSynchronized = isServiceSynchronized
      self.hasBatteryClock = hasBatteryClock
    }
  }

  /// A time service that can answer has done so this long after boot.
  package static let patience: Duration = .seconds(300)

  /// A clock before this is wrong. Unix milliseconds.
  package private(set) var floorMilliseconds: Int64
  package private(set) var isTrusted = false

  /// - Parameters:
  ///   - lastGoodWallMilliseconds: the newest believed time of an earlier run, as saved; `nil` where there is none.
  ///   - buildDateMilliseconds: no clock is right that shows a time before the program was built.
  package init(lastGoodWallMilliseconds: Int64?, buildDateMilliseconds: Int64) {
    floorMilliseconds = max(lastGoodWallMilliseconds ?? .min, buildDateMilliseconds)
  }

  /// Decides by what the machine says at this moment. Once believed, a clock stays so until it shows a time
  /// before the floor; the floor follows the believed time at a minute's distance.
  package mutating func evaluate(_ reading: ClockReading) -> Bool {
    if isTrusted { return evaluate(reading, evidence: nil) }
    return evaluate(reading, evidence: .ofThisMachine())
  }

  /// The same with the evidence given.
  package mutating func evaluate(_ reading: ClockReading, evidence: Evidence?) -> Bool {
    guard reading.wallMilliseconds >= floorMilliseconds else {
      isTrusted = false
      return false
    }
    if let evidence {
      isTrusted =
        evidence.isKernelSynchronized || evidence.isServiceSynchronized || evidence.hasBatteryClock
        || Duration.milliseconds(reading.uptimeMilliseconds) >= Self.patience
    }
    if isTrusted {
      // A minute of room: an NTP step back by seconds is an ordinary correction, not a lost clock.
      floorMilliseconds = max(floorMilliseconds, reading.wallMilliseconds - 60_000)
    }
    return isTrusted
  }
}

extension ClockTrust.Evidence {
  /// - Parameter root: the file system's root; another one in tests.
  package static func ofThisMachine(root: String = "") -> ClockTrust.Evidence {
    var discipline = timex()
    let state = unsafe adjtimex(&discipline)
    let isSynchronized = state >= 0 && state != TIME_ERROR && discipline.status & STA_UNSYNC == 0
    return ClockTrust.Evidence(
      isKernelSynchronized: isSynchronized,
      isServiceSynchronized: FileBytes.exists(root + "/run/systemd/timesync/synchronized"),
      hasBatteryClock: FileBytes.firstLine(of: root + "/sys/class/rtc/rtc0/hctosys") == "1")
  }
}

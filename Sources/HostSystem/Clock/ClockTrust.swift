internal import CHostSystem
internal import Glibc

/// Whether the wall clock is believable. A Pi has no battery clock: it starts in the past and jumps when the
/// network brings the time.
///
/// Believed is a clock that is not before the program was built, and that the kernel or systemd-timesyncd calls synchronised, or
/// that a battery kept. Where no time service answers at all (no network, a container) it is believed once the machine has been up
/// for ``patience``: a time service would have answered by then, and a reminder at a slightly wrong hour is better than none for ever.
///
/// Once believed a clock stays so for as long as it runs. One that is set, ahead or back, is judged anew, by the same: what it showed
/// before says nothing. So a restart never judges otherwise than the program that runs.
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

  /// Why a clock is not believed, and so what is waited for.
  package enum Doubt: Sendable, Hashable {
    /// It shows a time before the program was built: somebody has to set it.
    case beforeBuild
    /// Nobody vouches for it: a time service, or the end of ``patience``.
    case noEvidence
  }

  /// No clock is right that shows an earlier time. Unix milliseconds.
  private let builtMilliseconds: Int64
  private var last: ClockReading?
  /// `nil`: it is believed.
  package private(set) var doubt: Doubt? = .noEvidence

  package init(builtMilliseconds: Int64) { self.builtMilliseconds = builtMilliseconds }

  /// Decides by what the machine says at this moment, which is asked while the clock is not believed and when it was set.
  package mutating func evaluate(_ reading: ClockReading, evidence: () -> Evidence = { .ofThisMachine() })
    -> Bool
  {
    defer { last = reading }
    if reading.wallMilliseconds < builtMilliseconds {
      doubt = .beforeBuild
    } else if doubt != nil || wasSet(reading) {
      doubt = evidence().vouches(at: reading) ? nil : .noEvidence
    }
    return doubt == nil
  }

  /// More than the ordinary correction of a clock that runs.
  private func wasSet(_ reading: ClockReading) -> Bool {
    guard let last else { return false }
    let passed = reading.uptimeMilliseconds - last.uptimeMilliseconds
    return abs(reading.wallMilliseconds - last.wallMilliseconds - passed) > 2000
  }
}

extension ClockTrust.Evidence {
  func vouches(at reading: ClockReading) -> Bool {
    isKernelSynchronized || isServiceSynchronized || hasBatteryClock
      || Duration.milliseconds(reading.uptimeMilliseconds) >= ClockTrust.patience
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

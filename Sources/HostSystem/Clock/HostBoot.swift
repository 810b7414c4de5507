/// Which boot of the machine this is.
package enum HostBoot {
  /// The kernel's boot id (a UUID; `/proc/sys/kernel/random/boot_id`). Where it cannot be read, the boot's own
  /// wall time in whole minutes: it changes with a reboot, and also when the clock is set, which is the safe side.
  package static func identifier(root: String = "", reading: ClockReading = HostClock.now()) -> String {
    if let id = FileBytes.firstLine(of: root + "/proc/sys/kernel/random/boot_id"), !id.isEmpty { return id }
    return "boot-\((reading.wallMilliseconds - reading.uptimeMilliseconds) / 60_000)"
  }
}

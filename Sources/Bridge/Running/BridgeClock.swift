package import GardenCore
package import HostSystem

/// The garden's time. For `loam run` it is the machine's; the demo's runs faster.
package struct BridgeClock {
  private let start: ClockReading
  private let speed: Double
  private var trust: ClockTrust?

  /// The machine's clocks. `lastGood`: the newest believable wall time a former run has stored.
  package init(lastGood: Timestamp?, buildDate: Timestamp) {
    start = HostClock.now()
    speed = 1
    trust = ClockTrust(
      lastGoodWallMilliseconds: lastGood?.milliseconds, buildDateMilliseconds: buildDate.milliseconds)
  }

  /// A clock that starts now and runs `speed` times as fast as the machine's; always believed.
  package init(speed: Double, since start: ClockReading = HostClock.now()) {
    self.start = start
    self.speed = speed
    trust = nil
  }

  package mutating func read() -> Moment {
    let reading = HostClock.now()
    guard speed == 1 else {
      let passed = Int64(Double(reading.uptimeMilliseconds - start.uptimeMilliseconds) * speed)
      return Moment(
        wall: Timestamp(milliseconds: start.wallMilliseconds + passed),
        uptime: Uptime(milliseconds: start.uptimeMilliseconds + passed))
    }
    return Moment(
      wall: Timestamp(milliseconds: reading.wallMilliseconds),
      uptime: Uptime(milliseconds: reading.uptimeMilliseconds),
      isWallTrusted: trust?.judge(reading) ?? true)
  }

  /// The machine's uptime, milliseconds, at which the garden's clock shows `uptime`.
  package func machineUptime(at uptime: Uptime) -> Int64 {
    guard speed != 1 else { return uptime.milliseconds }
    return start.uptimeMilliseconds
      + Int64((Double(uptime.milliseconds - start.uptimeMilliseconds) / speed).rounded(.up))
  }
}

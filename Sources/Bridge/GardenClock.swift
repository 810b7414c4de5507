package import GardenCore
package import HostSystem

/// The garden's time. For `loam run` it is the machine's; the demo's runs faster.
package protocol GardenClock {
  mutating func read() -> Moment
  /// The machine's uptime, milliseconds, at which the garden's clock shows `uptime`.
  func machineUptime(at uptime: Uptime) -> Int64
  /// Why it is not believed; `nil`: it is.
  var doubt: ClockTrust.Doubt? { get }
}

extension GardenClock {
  package var doubt: ClockTrust.Doubt? { nil }
}

extension ClockReading {
  /// In the core's words.
  package var moment: Moment {
    Moment(
      wall: Timestamp(milliseconds: wallMilliseconds), uptime: Uptime(milliseconds: uptimeMilliseconds))
  }
}

/// The machine's own clocks.
package struct MachineClock: GardenClock {
  private var trust: ClockTrust

  /// - Parameter release: no true wall clock shows an earlier time.
  package init(release: Timestamp) {
    trust = ClockTrust(builtMilliseconds: release.milliseconds)
  }

  package var doubt: ClockTrust.Doubt? { trust.doubt }

  package mutating func read() -> Moment {
    let reading = HostClock.now()
    return Moment(
      wall: Timestamp(milliseconds: reading.wallMilliseconds),
      uptime: Uptime(milliseconds: reading.uptimeMilliseconds), isWallTrusted: trust.evaluate(reading))
  }

  package func machineUptime(at uptime: Uptime) -> Int64 { uptime.milliseconds }
}

package import GardenCore

/// Time that runs `speed` times as fast as the machine's, from the moment it was started: both clocks alike, so that
/// intervals and dates stay in step. Whoever shares it lives in the same time.
package struct ScaledClock: Sendable, Hashable {
  package let start: Moment
  /// Simulated seconds per real second, > 0.
  package let speed: Double

  package init(start: Moment, speed: Double) {
    self.start = start
    self.speed = max(speed, 0.001)
  }

  /// The simulated moment at that real uptime.
  package func moment(atReal uptime: Uptime) -> Moment {
    let passed = Duration.milliseconds(Int64(Double((uptime - start.uptime).milliseconds) * speed))
    return Moment(
      wall: start.wall + passed, uptime: start.uptime + passed, isWallTrusted: start.isWallTrusted)
  }

  /// The real uptime at which the simulated clock shows `deadline`; rounded up, so that a sleeper does not wake early.
  package func realUptime(of deadline: Uptime) -> Uptime {
    let passed = Double((deadline - start.uptime).milliseconds) / speed
    let bounded = min(max(passed, -1e15), 1e15)
    return start.uptime + .milliseconds(Int64(bounded.rounded(.up)))
  }
}

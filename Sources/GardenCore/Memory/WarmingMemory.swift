/// What must survive of a heater or thermostat that warms a place, and what its runs have taught. One each.
package struct WarmingMemory: Sendable, Hashable {
  package enum End: UInt8, Sendable, Hashable {
    /// As warm as was asked for.
    case warm = 0
    /// A person stopped it, or asks for less.
    case person
    /// Why: ``Run/interruption``.
    case interruption
    /// Why: ``Run/failure``.
    case failure
  }

  /// A place on its way from one temperature to another: the present run, or the last one as long as it is shown.
  package struct Run: Sendable, Hashable {
    package var boot: BootID
    /// °C where it began.
    package var from: Double
    /// °C asked for.
    package var to: Double
    /// °C as last shown.
    package var value: Double
    /// The device said that it heats.
    package var isProved = false
    /// When it will be warm, by what earlier runs taught; `nil`: nobody knows.
    package var warmAt: Timestamp?
    package var end: End?
    package var endedBy: DeviceID?
    package var interruption: Interruption?
    package var failure: HeatFailure?
    package var activity: ActivityMemory

    package init(boot: BootID, from: Double, to: Double, activity: ActivityMemory) {
      self.boot = boot
      self.from = from
      self.to = to
      value = from
      self.activity = activity
    }
  }

  /// The actuator's id.
  package var id: String
  /// °C in an hour; `nil`: no run has taught it.
  package var rate: Double?
  /// The last run failed, and was not made good since: nobody is told again and again.
  package var failure: HeatFailure?
  /// °C that it was to reach.
  package var failedAt: Double?
  package var run: Run?

  package init(id: String, run: Run? = nil) {
    self.id = id
    self.run = run
  }
}

/// Why a place did not get warm.
package enum HeatFailure: UInt8, Sendable, Hashable, CaseIterable {
  /// It heats, and it gets no warmer.
  case noEffect = 0
  /// The relay did not say that it is on.
  case didNotSwitchOn
  /// Nobody knows how warm it is.
  case blind
  /// The thermostat kept another value.
  case refused
  /// The thermostat said nothing.
  case noAnswer
}

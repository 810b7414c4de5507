/// What must survive of a heater: heat moves only inside a lease, durable before the relay is told to switch on.
package struct HeaterMemory: Sendable, Hashable {
  package enum Phase: UInt8, Sendable, Hashable {
    /// Nothing of ours is on.
    case off = 0
    /// Told to heat; `lease` … `ends` hold.
    case on
    /// The lease is over; "off" is repeated until the relay proves it.
    case switchingOff
  }
  package enum End: UInt8, Sendable, Hashable {
    /// Warm enough.
    case warm = 0
    /// The hard end of the run.
    case time
    /// The temperature became unknown.
    case blind
    /// Emergency stop or maintenance.
    case held
    /// It switched off by itself, or somebody did it there.
    case device
    /// It never said that it was on.
    case failure
    /// The bridge went down, or had been away.
    case away
    /// The config changed.
    case config
  }
  /// The actuator's id.
  package var id: String
  package var phase: Phase
  /// The present or the last run; `nil`: there was none.
  package var lease: UniqueID?
  package var boot: BootID
  package var onAt: Timestamp
  package var on: Uptime
  /// Hard end on both clocks.
  package var endsAt: Timestamp
  package var ends: Uptime
  package var end: End?
  /// What people were told of.
  package var trouble: HeatTrouble?

  package init(
    id: String, phase: Phase = .off, lease: UniqueID? = nil, boot: BootID, onAt: Timestamp, on: Uptime,
    endsAt: Timestamp, ends: Uptime, end: End? = nil, trouble: HeatTrouble? = nil
  ) {
    self.id = id
    self.phase = phase
    self.lease = lease
    self.boot = boot
    self.onAt = onAt
    self.on = on
    self.endsAt = endsAt
    self.ends = ends
    self.end = end
    self.trouble = trouble
  }
}

/// What may be wrong with a heater, gravest first.
package enum HeatTrouble: UInt8, Sendable, Hashable, CaseIterable {
  /// It was told to switch off and does not prove it: somebody must pull the plug.
  case stuckOn = 0
  /// It does not say that it is on.
  case didNotSwitchOn
  /// Nobody knows how warm it is: it stays off.
  case blind
  /// It ran for its longest time, or draws no power, and it did not get warmer.
  case noEffect

  func isGraver(than other: HeatTrouble) -> Bool { rawValue < other.rawValue }
}

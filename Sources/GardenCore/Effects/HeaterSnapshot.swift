/// A heater as it stands, retained for everyone.
package struct HeaterSnapshot: Sendable, Hashable {
  package enum State: UInt8, Sendable, Hashable {
    case off = 0
    /// Told to switch on, not yet reported.
    case switchingOn
    case on
    /// Told to switch off, not yet proved.
    case switchingOff
  }
  /// Why it does what it does.
  package enum Reason: UInt8, Sendable, Hashable {
    case warm = 0
    case cold
    /// Cold, but the pause between two runs is not over.
    case pausing
    /// Warm, but it has not been on for its least time.
    case lingering
    /// The temperature is unknown.
    case blind
    /// Emergency stop or maintenance.
    case held
    /// Cold, but the relay has not proved that it listens.
    case unproved
  }
  package var id: String
  package var name: String
  /// The place that it keeps.
  package var place: String?
  package var state: State
  package var reason: Reason
  /// °C asked for.
  package var setpoint: Double
  package var control: ControlID
  /// The hard end of the present run.
  package var endsAt: Timestamp?
  package var trouble: HeatTrouble?
  /// When the state or the reason last changed.
  package var since: Timestamp

  /// Whether it says the same, whenever that began.
  func isSame(as other: HeaterSnapshot) -> Bool {
    var copy = other
    copy.since = since
    return self == copy
  }
}

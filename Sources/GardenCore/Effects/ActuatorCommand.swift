/// What a valve or thermostat shall do. The family turns it into its own topic and payload.
package struct ActuatorCommand: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// Open; the device shall close by itself after `runs` where it can.
    case open(runs: Duration)
    case close
    /// °C.
    case setpoint(Double)
  }
  package var actuator: ActuatorIndex
  package var action: Action
  /// The lease under which it opens. Without it the command leaves only while everything is durable.
  package var lease: UniqueID?
}

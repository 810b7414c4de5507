/// Why a run was broken off that neither a person nor its own end ended.
package enum Interruption: UInt8, Sendable, Hashable, CaseIterable {
  /// The bridge went down, and the valve has no timer of its own, or nobody knows whether it had opened.
  case bridgeStopped = 0
  /// The bridge was away, and no clock can say for how long.
  case clock
  /// After a power cut nobody knew whether the valve had opened.
  case restart
  /// The new configuration no longer has the plant or the valve.
  case configuration
  /// An interlock; see ``ActivitySnapshot/cause``.
  case interlock
  /// The litres that the plant, the valve or the day may have were given before the run was complete.
  case limit
  /// The valve said that it was closed before the end: by a hand at it, or by itself.
  case closedItself
  /// The lease could not be written, so nothing might open.
  case store
  case quietHours
  /// The master valve; see ``ActivitySnapshot/cause``.
  case master
  /// A signal on the bridge's own machine.
  case emergencyStop
  /// The configuration locks the valve.
  case maintenance
  /// What heats switched off by itself, or somebody did it there.
  case switchedOff
  /// What heats had been on for its longest time.
  case longest

  /// The word in documents.
  package var word: String {
    switch self {
    case .bridgeStopped: "bridge_stopped"
    case .clock: "clock"
    case .restart: "restart"
    case .configuration: "configuration"
    case .interlock: "interlock"
    case .limit: "limit"
    case .closedItself: "closed_itself"
    case .store: "store"
    case .quietHours: "quiet_hours"
    case .master: "master"
    case .emergencyStop: "emergency_stop"
    case .maintenance: "maintenance"
    case .switchedOff: "switched_off"
    case .longest: "longest"
    }
  }
}

/// Why a run was broken off that neither a person nor its own end ended.
package enum Interruption: UInt8, Sendable, Hashable, CaseIterable {
  /// The bridge went down, and the valve has no timer of its own.
  case bridgeStopped = 0
  /// The bridge was away, and no clock can say for how long.
  case clock
  /// After a power cut nobody knew whether the valve had opened.
  case restart
  /// The new configuration no longer has the plant or the valve.
  case configuration
  /// An interlock or the emergency stop, not by a person's device.
  case interlock
}

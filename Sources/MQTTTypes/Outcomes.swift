package enum PublishOutcome: Sendable, Hashable {
  case delivered
  /// The broker has it and nobody subscribes to it (MQTT 5, reason 16).
  case nobodyListens
  /// MQTT 5 reason code ≥ 128; 135: not authorized. 3.1.1 tells no refusal: it says `delivered`.
  case refused(reason: UInt8)

  package init(reason: Int32) {
    switch reason {
    case 16: self = .nobodyListens
    case 128...255: self = .refused(reason: UInt8(reason))
    default: self = .delivered
    }
  }
}

package enum SubscribeOutcome: Sendable, Hashable {
  case granted(QoS)
  /// SUBACK reason code ≥ 128; 3.1.1 knows only 128.
  case refused(reason: UInt8)

  package init(reason: Int32) {
    switch reason {
    case 128...255: self = .refused(reason: UInt8(reason))
    case 0: self = .granted(.atMostOnce)
    default: self = .granted(.atLeastOnce)
    }
  }
}

/// Whether there is a broker, and what it is.
package enum LinkState: Sendable, Hashable {
  case offline(OfflineCause)
  case online(LinkFacts)
}

/// What the broker said when it let us in.
package struct LinkFacts: Sendable, Hashable {
  package var version: MQTTVersion
  /// The broker kept our subscriptions and what arrived meanwhile.
  package var isSessionPresent: Bool

  package init(version: MQTTVersion, isSessionPresent: Bool) {
    self.version = version
    self.isSessionPresent = isSessionPresent
  }
}

/// Why there is no link.
package enum OfflineCause: Sendable, Hashable {
  /// Before the first attempt has ended.
  case starting
  /// No connection: the machine's or the resolver's words.
  case unreachable(String)
  /// A connection, and no answer to CONNECT in time.
  case noAnswer
  case refused(Refusal)
  /// There was a link and it broke: libmosquitto's words.
  case lost(String)
  /// The broker said goodbye, with its MQTT 5 reason code: 142 session taken over, 139 shutting down, 152
  /// administrative.
  case dismissed(reason: UInt8)
  /// We said goodbye.
  case ended

  /// MQTT 5.0 §3.14.2.1: another client came with the same client id.
  package static let sessionTakenOver: UInt8 = 142

  /// CONNACK's refusals; both versions' codes in one set of words.
  package enum Refusal: Sendable, Hashable {
    case badCredentials
    case notAuthorized
    case clientID
    case protocolVersion
    case serverUnavailable
    case other(reason: UInt8)

    /// From an MQTT 5 reason code (5.0 §3.2.2.2) or a 3.1.1 return code (§3.2.2.3).
    package init(code: Int32) {
      switch code {
      case 4, 134: self = .badCredentials
      case 5, 135: self = .notAuthorized
      case 2, 133: self = .clientID
      case 1, 132: self = .protocolVersion
      case 3, 136: self = .serverUnavailable
      default: self = .other(reason: UInt8(clamping: code))
      }
    }
  }
}

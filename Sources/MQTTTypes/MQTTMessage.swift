/// Delivery guarantee of MQTT (5.0 §4.3).
package enum QoS: UInt8, Sendable, Hashable {
  case atMostOnce = 0
  case atLeastOnce
}

/// A message that we publish.
package struct MQTTPublication: Sendable, Hashable {
  package var topic: String
  package var payload: [UInt8]
  package var qos: QoS
  package var isRetained: Bool
  /// Message Expiry Interval, seconds ≥ 1; `nil`: none. Only MQTT 5 carries it; the document says the same itself.
  package var expirySeconds: UInt32?
  /// The asker's Response Topic gets a copy where one was given (MQTT 5).
  package var correlation: [UInt8]?

  package init(
    topic: String, payload: [UInt8], qos: QoS = .atLeastOnce, isRetained: Bool = false,
    expirySeconds: UInt32? = nil, correlation: [UInt8]? = nil
  ) {
    self.topic = topic
    self.payload = payload
    self.qos = qos
    self.isRetained = isRetained
    self.expirySeconds = expirySeconds
    self.correlation = correlation
  }
}

/// A subscription.
package struct MQTTSubscription: Sendable, Hashable {
  package var filter: String
  package var qos: QoS
  /// Ask for no retained messages (MQTT 5 Retain Handling 2): for filters on which commands arrive.
  package var skipsRetained: Bool
  /// A live message is marked as retained where it was published so (MQTT 5 Retain As Published); else only a replay is.
  package var keepsRetainFlag: Bool
  package init(
    filter: String, qos: QoS = .atLeastOnce, skipsRetained: Bool = false, keepsRetainFlag: Bool = false
  ) {
    self.filter = filter
    self.qos = qos
    self.skipsRetained = skipsRetained
    self.keepsRetainFlag = keepsRetainFlag
  }
}

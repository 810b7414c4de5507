internal import CMosquitto
package import MQTTTypes

internal import Glibc

/// What came with a message beside its bytes. Not copyable, so that it cannot outlive the call that lends it:
/// its properties live in libmosquitto's memory and are read when asked for.
@safe package struct MessageInfo: ~Copyable {
  package let qos: QoS
  /// The broker replayed it to a new subscription; with ``MQTTSubscription/keepsRetainFlag`` also a live message that was published
  /// retained.
  package let isRetained: Bool
  @unsafe private let properties: OpaquePointer?

  @unsafe init(qos: QoS, isRetained: Bool, properties: OpaquePointer?) {
    self.qos = qos
    self.isRetained = isRetained
    unsafe self.properties = unsafe properties
  }

  /// Where the asker wants the answer (MQTT 5).
  package var responseTopic: String? { text(MQTT_PROP_RESPONSE_TOPIC) }

  package var contentType: String? { text(MQTT_PROP_CONTENT_TYPE) }

  /// What the asker knows its question by (MQTT 5).
  package var correlation: [UInt8]? {
    guard let properties = unsafe properties else { return nil }
    var value: UnsafeMutableRawPointer?
    var length: UInt16 = 0
    let found = unsafe mosquitto_property_read_binary(
      properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), &value, &length, false)
    guard unsafe found != nil, let start = unsafe value else { return nil }
    defer { unsafe free(start) }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  /// What is left of the Message Expiry Interval, seconds (MQTT 5).
  package var expirySeconds: UInt32? {
    guard let properties = unsafe properties else { return nil }
    var value: UInt32 = 0
    let found = unsafe mosquitto_property_read_int32(
      properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), &value, false)
    return unsafe found != nil ? value : nil
  }

  private func text(_ property: mqtt5_property) -> String? {
    guard let properties = unsafe properties else { return nil }
    var value: UnsafeMutablePointer<CChar>?
    let found = unsafe mosquitto_property_read_string(properties, Int32(property.rawValue), &value, false)
    guard unsafe found != nil, let start = unsafe value else { return nil }
    defer { unsafe free(start) }
    return unsafe String(cString: start)
  }
}

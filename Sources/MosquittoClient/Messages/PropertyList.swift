internal import CMosquitto
internal import MQTTTypes

/// MQTT 5 properties under way to libmosquitto; freed with this value unless given away.
@safe struct PropertyList: ~Copyable {
  @unsafe private(set) var head: OpaquePointer?

  init() { unsafe head = nil }

  deinit {
    var head = unsafe head
    unsafe mosquitto_property_free_all(&head)
  }

  mutating func add(byte: UInt8, _ property: mqtt5_property) {
    _ = unsafe mosquitto_property_add_byte(&head, Int32(property.rawValue), byte)
  }

  mutating func add(_ value: UInt32, _ property: mqtt5_property) {
    _ = unsafe mosquitto_property_add_int32(&head, Int32(property.rawValue), value)
  }

  mutating func add(short value: UInt16, _ property: mqtt5_property) {
    _ = unsafe mosquitto_property_add_int16(&head, Int32(property.rawValue), value)
  }

  mutating func add(_ value: String, _ property: mqtt5_property) {
    _ = unsafe mosquitto_property_add_string(&head, Int32(property.rawValue), value)
  }

  mutating func add(bytes: [UInt8], _ property: mqtt5_property) {
    _ = unsafe mosquitto_property_add_binary(
      &head, Int32(property.rawValue), bytes, UInt16(clamping: bytes.count))
  }

  /// Hands the list to one who frees it.
  mutating func giveAway() -> OpaquePointer? {
    defer { unsafe head = nil }
    return unsafe head
  }

  /// What every publication of ours says about itself. An empty payload clears a retained topic and is no document.
  static func describing(_ publication: MQTTPublication) -> PropertyList {
    var list = PropertyList()
    if let seconds = publication.expirySeconds {
      list.add(max(1, seconds), MQTT_PROP_MESSAGE_EXPIRY_INTERVAL)
    }
    if let first = publication.payload.first {
      list.add(byte: 1, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR)
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        list.add("application/json", MQTT_PROP_CONTENT_TYPE)
      }
    }
    if let correlation = publication.correlation {
      list.add(bytes: correlation, MQTT_PROP_CORRELATION_DATA)
    }
    return list
  }
}

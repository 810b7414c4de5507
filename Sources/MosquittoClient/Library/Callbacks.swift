internal import CMosquitto
internal import Glibc
internal import MQTTTypes

/// What libmosquitto's callbacks know. Only the thread that holds the handle touches it.
final class CallbackContext {
  var handler: (any MosquittoHandler)?
  /// Every callback adds one: a read that adds none found nothing.
  var calls = 0
  var messages = 0
  let payloadBytesMax: Int
  unowned let client: MosquittoClient

  init(client: MosquittoClient, payloadBytesMax: Int) {
    self.client = client
    self.payloadBytesMax = payloadBytesMax
  }

  static func of(_ userdata: UnsafeMutableRawPointer?) -> CallbackContext? {
    guard let userdata = unsafe userdata else { return nil }
    return unsafe Unmanaged<CallbackContext>.fromOpaque(userdata).takeUnretainedValue()
  }
}

// File-scope functions: a closure here would inherit the isolation of the place that wrote it and trap on another
// thread. None of them frees the handle or sets callbacks: libmosquitto still stands in the frame above.

nonisolated func messageArrived(
  _: OpaquePointer?, userdata: UnsafeMutableRawPointer?, message: UnsafePointer<mosquitto_message>?,
  properties: OpaquePointer?
) {
  guard let context = unsafe CallbackContext.of(userdata), let message = unsafe message?.pointee,
    let topic = unsafe message.topic
  else { return }
  context.calls += 1
  let length = unsafe Int(message.payloadlen)
  let topicBytes = unsafe UnsafeRawBufferPointer(start: topic, count: strlen(topic)).bindMemory(
    to: UInt8.self)
  guard length <= context.payloadBytesMax else {
    unsafe context.handler?.leftOut(topic: topicBytes.span, bytes: length, bytesMax: context.payloadBytesMax)
    return
  }
  context.messages += 1
  guard let handler = context.handler else { return }
  let payloadBytes = unsafe UnsafeRawBufferPointer(start: message.payload, count: length).bindMemory(
    to: UInt8.self)
  let info = unsafe MessageInfo(
    qos: message.qos == 0 ? .atMostOnce : .atLeastOnce, isRetained: message.retain, properties: properties)
  unsafe handler.message(topic: topicBytes.span, payload: payloadBytes.span, info: info)
}

nonisolated func connectArrived(
  _: OpaquePointer?, userdata: UnsafeMutableRawPointer?, reason: Int32, flags: Int32,
  properties: OpaquePointer?
) {
  guard let context = unsafe CallbackContext.of(userdata) else { return }
  context.calls += 1
  func number(_ property: mqtt5_property) -> Int? {
    guard let properties = unsafe properties else { return nil }
    var value: UInt16 = 0
    let found = unsafe mosquitto_property_read_int16(properties, Int32(property.rawValue), &value, false)
    return unsafe found == nil ? nil : Int(value)
  }
  context.client.answered(
    reason: reason, isSessionPresent: flags & 1 != 0, keepAliveSeconds: number(MQTT_PROP_SERVER_KEEP_ALIVE),
    receiveMaximum: number(MQTT_PROP_RECEIVE_MAXIMUM))
}

nonisolated func disconnectArrived(
  _: OpaquePointer?, userdata: UnsafeMutableRawPointer?, reason: Int32, _: OpaquePointer?
) {
  guard let context = unsafe CallbackContext.of(userdata) else { return }
  context.calls += 1
  context.client.disconnectReason = context.client.disconnectReason ?? reason
}

nonisolated func publishEnded(
  _: OpaquePointer?, userdata: UnsafeMutableRawPointer?, id: Int32, reason: Int32, _: OpaquePointer?
) {
  guard let context = unsafe CallbackContext.of(userdata) else { return }
  context.calls += 1
  let ticket = context.client.underWay.end(UInt16(truncatingIfNeeded: id))
  context.handler?.published(ticket, PublishOutcome(reason: reason))
}

nonisolated func subscribeAnswered(
  _: OpaquePointer?, userdata: UnsafeMutableRawPointer?, id: Int32, count: Int32,
  granted: UnsafePointer<Int32>?, _: OpaquePointer?
) {
  guard let context = unsafe CallbackContext.of(userdata) else { return }
  context.calls += 1
  let answers = unsafe Array(UnsafeBufferPointer(start: granted, count: Int(count)))
  for (filter, reason) in zip(context.client.subscriptions.answered(id), answers) {
    context.handler?.subscribed(to: filter, SubscribeOutcome(reason: reason))
  }
}

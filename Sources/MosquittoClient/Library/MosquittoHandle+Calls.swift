internal import CMosquitto
internal import Glibc
internal import MQTTTypes

// The calls of a made handle. Codes are `mosq_err_t`; 0 is success.
extension MosquittoHandle {
  /// The connection's descriptor; `nil` where there is none.
  var socket: Int32? {
    let socket = unsafe mosquitto_socket(pointer)
    return socket >= 0 ? socket : nil
  }

  var wantsWrite: Bool { unsafe mosquitto_want_write(pointer) }

  /// The other side has closed and nothing is left to read.
  var isHungUp: Bool {
    guard let socket else { return false }
    var byte: UInt8 = 0
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Runs the callbacks of at least one packet where one is there.
  func read() -> Int32 { unsafe mosquitto_loop_read(pointer, 1) }

  /// Writes all that is queued, as far as the network takes it. The library writes packet by packet; held together they
  /// leave in as few segments as they fit into, at once when the last is written (`tcp(7)`, `TCP_CORK`).
  func write() -> Int32 {
    hold(true)
    defer { hold(false) }
    return unsafe mosquitto_loop_write(pointer, 1)
  }

  /// A socket that is no TCP socket refuses, and needs none.
  private func hold(_ isHeld: Bool) {
    guard let socket else { return }
    var value: Int32 = isHeld ? 1 : 0
    _ = unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Queues a PINGREQ where one is due.
  func keepAlive() -> Int32 { unsafe mosquitto_loop_misc(pointer) }

  func disconnect(reason: Int32) -> Int32 { unsafe mosquitto_disconnect_v5(pointer, reason, nil) }

  /// Queues a publication under the identifier that it returns.
  func publish(_ publication: MQTTPublication, _ version: MQTTVersion) -> (code: Int32, id: UInt16) {
    let properties = version == .v5 ? PropertyList.describing(publication) : PropertyList()
    var id: Int32 = 0
    let code = unsafe mosquitto_publish_v5(
      pointer, &id, publication.topic, Int32(publication.payload.count), publication.payload,
      Int32(publication.qos.rawValue), publication.isRetained, properties.head)
    return (code, UInt16(truncatingIfNeeded: id))
  }

  /// Queues one SUBSCRIBE for filters (at least one) with the same options.
  func subscribe(_ filters: [String], qos: QoS, options: Int32) -> (code: Int32, id: Int32) {
    var id: Int32 = 0
    var bytes = filters.flatMap { Array($0.utf8CString) }
    let code = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var start = 0
      var names: [UnsafeMutablePointer<CChar>?] = unsafe []
      for filter in filters {
        unsafe names.append(buffer.baseAddress.map { unsafe $0 + start })
        start += filter.utf8.count + 1
      }
      return unsafe mosquitto_subscribe_multiple(
        pointer, &id, Int32(names.count), names, Int32(qos.rawValue), options, nil)
    }
    return (code, id)
  }

  func unsubscribe(_ filter: String) -> Int32 { unsafe mosquitto_unsubscribe(pointer, nil, filter) }
}

internal import CMosquitto
package import MQTTTypes

extension MosquittoClient {
  /// Hands a publication over; it leaves with the next ``flush()``. Its end is told to the handler under this ticket.
  ///
  /// - Throws: ``MosquittoError/offline``, ``MosquittoError/windowFull``, ``MosquittoError/tooLarge``,
  ///   ``MosquittoError/invalidTopic(_:)``: nothing was taken.
  package func publish(_ publication: MQTTPublication) throws(MosquittoError) -> PublishTicket {
    guard isOnline, handle?.socket != nil else { throw .offline }
    guard publication.qos == .atMostOnce ? hasRoomUnwritten : canPublish else { throw .windowFull }
    guard Self.isTopic(publication.topic) else { throw .invalidTopic(publication.topic) }
    guard publication.payload.count <= 268_435_455 else { throw .tooLarge }
    guard let (code, id) = handle?.publish(publication, version.current) else { throw .offline }
    // At QoS 1 the library keeps and sends a message that it reports as "no connection".
    guard code == 0 || (code == MOSQ_ERR_NO_CONN.rawValue && publication.qos == .atLeastOnce) else {
      throw MosquittoError(code: code)
    }
    return underWay.begin(id, publication.qos)
  }

  /// Subscribes, and again after every connect. A filter that is asked for twice has the later options. The broker's
  /// answers come to the handler.
  ///
  /// - Throws: ``MosquittoError/invalidFilter(_:)``: nothing was taken.
  package func subscribe(_ wanted: [MQTTSubscription]) throws(MosquittoError) {
    for subscription in wanted where !Self.isFilter(subscription.filter) {
      throw .invalidFilter(subscription.filter)
    }
    subscriptions.add(wanted)
    if isOnline { ask(for: wanted) }
  }

  /// Ends subscriptions, in a kept session too where there is a link.
  package func unsubscribe(_ filters: [String]) {
    subscriptions.remove(filters)
    guard isOnline else { return }
    for filter in filters where Self.isFilter(filter) { _ = handle?.unsubscribe(filter) }
  }

  func subscribeAgain() { ask(for: subscriptions.wanted) }

  func ask(for wanted: [MQTTSubscription]) {
    for packet in SubscriptionBook.packets(of: wanted) {
      guard let first = packet.first else { continue }
      var options = settings.receivesOwnPublications ? 0 : Int32(MQTT_SUB_OPT_NO_LOCAL.rawValue)
      if first.skipsRetained { options |= Int32(MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue) }
      if first.keepsRetainFlag { options |= Int32(MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue) }
      let filters = packet.map(\.filter)
      guard let (code, id) = handle?.subscribe(filters, qos: first.qos, options: options) else { return }
      if code == 0 {
        subscriptions.asked(filters, under: id)
      } else {
        for filter in filters { handler?.subscribed(to: filter, .refused(reason: 128)) }
      }
    }
  }

  /// MQTT 5.0 §4.7: not empty, no wildcard, no control character, at most 65 535 bytes.
  static func isTopic(_ topic: String) -> Bool {
    let bytes = topic.utf8
    return !bytes.isEmpty && Library.takes(topic)
      && !bytes.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
  }

  static func isFilter(_ filter: String) -> Bool {
    TopicFilter(filter) != nil && Library.takes(filter)
  }
}

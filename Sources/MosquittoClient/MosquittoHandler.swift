package import MQTTTypes

/// What a client tells its owner. Called on the owner's thread, inside ``MosquittoClient/read(limit:)``,
/// ``MosquittoClient/flush()``, ``MosquittoClient/service(at:)`` and ``MosquittoClient/disconnect(_:within:)``.
///
/// From inside a call, `publish` and `subscribe` are allowed; `disconnect` is not.
package protocol MosquittoHandler: AnyObject {
  /// A message arrived. Everything is borrowed: it is gone when the call returns. A QoS 1 message is acknowledged
  /// by the ``MosquittoClient/flush()`` that follows, and comes again where there is none.
  func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo)
  /// A message was larger than is read; it is acknowledged and gone.
  func leftOut(topic: Span<UInt8>, bytes: Int, bytesMax: Int)
  /// The link is another than was last said. A broker that stays away is said once.
  func linkChanged(to link: LinkState)
  /// The broker has let us in, and the client waits for ``MosquittoClient/goOnline()``: what arrives meanwhile is not acknowledged.
  func lookBegan(_ facts: LinkFacts)
  /// A publication's end: acknowledged (QoS 1) or written to the network (QoS 0).
  func published(_ ticket: PublishTicket, _ outcome: PublishOutcome)
  /// The broker's answer to a subscription; after each connect for each filter.
  func subscribed(to filter: String, _ outcome: SubscribeOutcome)
}

extension MosquittoHandler {
  package func leftOut(topic: Span<UInt8>, bytes: Int, bytesMax: Int) {}
  package func linkChanged(to link: LinkState) {}
  package func lookBegan(_ facts: LinkFacts) {}
  package func published(_ ticket: PublishTicket, _ outcome: PublishOutcome) {}
  package func subscribed(to filter: String, _ outcome: SubscribeOutcome) {}
}

/// Names a publication that was handed over, until its outcome is told.
package struct PublishTicket: Sendable, Hashable {
  /// MQTT packet identifier; used again later.
  package var id: UInt16
  package var qos: QoS

  package init(id: UInt16, qos: QoS) {
    self.id = id
    self.qos = qos
  }
}

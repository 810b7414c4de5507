internal import MQTTTypes

/// Publications in libmosquitto's hands.
struct PublicationWindow {
  /// QoS 1, not acknowledged. libmosquitto sends them again after a reconnect.
  private(set) var unacknowledged: Set<UInt16> = []
  /// QoS 0, not yet written. They are gone with the link.
  private(set) var unwritten = 0

  init() { unacknowledged.reserveCapacity(64) }

  mutating func begin(_ id: UInt16, _ qos: QoS) -> PublishTicket {
    switch qos {
    case .atMostOnce: unwritten += 1
    case .atLeastOnce: unacknowledged.insert(id)
    }
    return PublishTicket(id: id, qos: qos)
  }

  mutating func end(_ id: UInt16) -> PublishTicket {
    if unacknowledged.remove(id) != nil { return PublishTicket(id: id, qos: .atLeastOnce) }
    unwritten = max(0, unwritten - 1)
    return PublishTicket(id: id, qos: .atMostOnce)
  }

  mutating func linkBroke() { unwritten = 0 }
}

import MQTTTypes

/// A broker as two bridges meet it: what is retained, and for each client id a session that keeps messages of QoS 1 until they are
/// acknowledged.
struct PlayedBroker {
  struct Delivery {
    var topic: String
    var payload: [UInt8]
    var qos: QoS
    var wasRetained: Bool
    /// In its session; `nil`: nobody acknowledges it.
    var number: Int?
  }

  private struct Session {
    var filters: [TopicFilter: QoS] = [:]

    /// With which it is delivered; `nil`: it is not wanted.
    func qos(of publication: MQTTPublication) -> QoS? {
      let asked = filters.filter { $0.key.matches(publication.topic) }.map(\.value)
      guard let most = asked.max(by: { $0.rawValue < $1.rawValue }) else { return nil }
      return most == .atMostOnce ? most : publication.qos
    }
    var queue: [Delivery] = []
  }

  private(set) var retained: [String: [UInt8]] = [:]
  private var sessions: [String: Session] = [:]
  private var numbers = 0

  func hasSession(_ client: String) -> Bool { sessions[client] != nil }

  mutating func open(_ client: String) -> [Delivery] {
    if sessions[client] == nil { sessions[client] = Session() }
    return sessions[client]?.queue ?? []
  }

  /// - Returns: what is retained under it.
  mutating func subscribe(_ client: String, _ subscriptions: [MQTTSubscription]) -> [Delivery] {
    let wanted = subscriptions.compactMap { one in TopicFilter(one.filter).map { ($0, one.qos) } }
    for (filter, qos) in wanted { sessions[client]?.filters[filter] = qos }
    return retained.sorted { $0.key < $1.key }.compactMap { topic, payload in
      guard wanted.contains(where: { $0.0.matches(topic) }) else { return nil }
      return Delivery(topic: topic, payload: payload, qos: .atMostOnce, wasRetained: true)
    }
  }

  /// - Returns: for each session that wants it, what is on its way there.
  mutating func publish(_ publication: MQTTPublication, from client: String?) -> [(client: String, Delivery)]
  {
    if publication.isRetained {
      retained[publication.topic] = publication.payload.isEmpty ? nil : publication.payload
    }
    var out: [(client: String, Delivery)] = []
    for name in sessions.keys.sorted() where name != client {
      guard let qos = sessions[name]?.qos(of: publication) else { continue }
      var delivery = Delivery(
        topic: publication.topic, payload: publication.payload, qos: qos, wasRetained: false)
      if qos == .atLeastOnce {
        numbers += 1
        delivery.number = numbers
        sessions[name]?.queue.append(delivery)
      }
      out.append((name, delivery))
    }
    return out
  }

  mutating func acknowledge(_ client: String, _ numbers: [Int]) {
    sessions[client]?.queue.removeAll { $0.number.map(numbers.contains) ?? false }
  }
}

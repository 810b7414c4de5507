internal import MQTTTypes

/// What we want to hear: libmosquitto forgets it with every connection.
struct SubscriptionBook {
  /// In the order of asking; a filter stands once, as last asked for.
  private(set) var wanted: [MQTTSubscription] = []
  private var asked: [Int32: [String]] = [:]

  /// One packet holds this many filters; and all have the same options.
  static let filtersPerPacket = 50

  mutating func add(_ subscriptions: [MQTTSubscription]) {
    let filters = Set(subscriptions.map(\.filter))
    wanted.removeAll { filters.contains($0.filter) }
    wanted += subscriptions
  }

  mutating func remove(_ filters: [String]) {
    let filters = Set(filters)
    wanted.removeAll { filters.contains($0.filter) }
  }

  mutating func asked(_ filters: [String], under id: Int32) { asked[id] = filters }

  mutating func answered(_ id: Int32) -> [String] { asked.removeValue(forKey: id) ?? [] }

  mutating func linkBroke() { asked.removeAll() }

  /// Subscriptions that fit one packet together.
  static func packets(of subscriptions: [MQTTSubscription]) -> [[MQTTSubscription]] {
    var packets: [[MQTTSubscription]] = []
    for subscription in subscriptions {
      if let last = packets.last?.last, packets[packets.count - 1].count < filtersPerPacket,
        last.qos == subscription.qos, last.skipsRetained == subscription.skipsRetained,
        last.keepsRetainFlag == subscription.keepsRetainFlag
      {
        packets[packets.count - 1].append(subscription)
      } else {
        packets.append([subscription])
      }
    }
    return packets
  }
}

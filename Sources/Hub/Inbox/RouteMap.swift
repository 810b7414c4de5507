import DeviceFamilies
import GardenCore
import MQTTTypes

/// Which configured devices a topic concerns.
///
/// A topic is resolved against all filters once; ``TopicTable`` remembers the answer. Routes are shared: two topics with
/// the same listeners have the same route, so their number is bounded by the config.
struct RouteMap: Sendable {
  /// Whose message it is.
  enum Owner: Sendable, Hashable {
    case sensor(SensorIndex)
    case actuator(ActuatorIndex)
    case interlock(InterlockIndex)
  }

  struct Listener: Sendable, Hashable {
    /// Position in ``decoders``.
    var decoder: Int
    /// Position in that decoder's ``DeviceDecoder/sources``.
    var source: Int
  }

  var decoders: [any DeviceDecoder] = []
  private(set) var owners: [Owner] = []
  private var tree = FilterTree<Listener>()
  private(set) var routes: [[Listener]] = []
  private var routeOfListeners: [[Listener]: Int] = [:]
  /// Made with the first message, when all decoders are known.
  private var table: TopicTable?

  mutating func add(_ decoder: any DeviceDecoder, for owner: Owner) {
    for (source, place) in decoder.sources.enumerated() {
      tree.insert(Listener(decoder: decoders.count, source: source), at: place.filter)
    }
    decoders.append(decoder)
    owners.append(owner)
  }

  /// Where the devices speak.
  var filters: Set<TopicFilter> {
    decoders.reduce(into: []) { $0.formUnion($1.sources.lazy.map(\.filter)) }
  }

  /// Few filters that cover every source; see ``CommonFilters``. Overlapping ones are folded into the wider filter, because a
  /// broker sends one copy per matching subscription (MQTT 5.0 §3.3.4) and every copy would be read again. What must not be missed
  /// is asked for all the same, see ``commanded``.
  ///
  /// - Parameter apart: what is asked for beside, and must not come twice.
  func subscriptions(apart: TopicFilter? = nil) -> [MQTTSubscription] {
    let all = filters
    // Only these can be wider than others: a garden has few of them, and thirteen topics for each of its sensors.
    let wide = all.filter(\.hasWildcard)
    let kept = all.filter { filter in !wide.contains { $0 != filter && $0.covers(filter) } }
    let folded = CommonFilters.fold(kept, apart: apart)
    let beside = commanded.intersection(kept).subtracting(folded).map(\.text).sorted().prefix(
      CommonFilters.besideMax)
    return (folded.map(\.text) + beside).sorted().map { MQTTSubscription(filter: $0) }
  }

  /// Where an actuator tells its state, if other topics of it lie below: `zigbee2mqtt/valve` above `zigbee2mqtt/valve/state`.
  ///
  /// NATS (2.10, 2.11 before .12, 2.12 before .4) drops a QoS 1 message to `a/b` that only `a/+` asks for, as soon as anybody asks for
  /// `a/b/c` (server/gsl, matchLevelForAny): the device itself does so for its orders.
  private var commanded: Set<TopicFilter> {
    var found: Set<TopicFilter> = []
    for case (.actuator, let decoder) in zip(owners, decoders) {
      let topics = decoder.sources.map(\.filter)
      found.formUnion(topics.filter { above in topics.contains { $0.text.hasPrefix(above.text + "/") } })
    }
    return found
  }

  /// The sensors with a topic under `filter`, and whether a topic of theirs lies under one of the filters that are refused.
  func sensors(under filter: String, refused: Set<String>) -> [(sensor: SensorIndex, isRefused: Bool)] {
    guard let filter = TopicFilter(filter) else { return [] }
    let refused = refused.compactMap { TopicFilter($0) }
    return zip(owners, decoders).compactMap { owner, decoder in
      let topics = decoder.sources.map(\.filter)
      guard case .sensor(let sensor) = owner, topics.contains(where: filter.covers) else { return nil }
      return (sensor, topics.contains { topic in refused.contains { $0.covers(topic) } })
    }
  }

  /// Position in ``routes``, or `nil` where the topic concerns nobody.
  mutating func route(of topic: Span<UInt8>) -> Int? {
    if table == nil { table = TopicTable(known: decoders.count) }
    if let known = table?.route(of: topic) { return known < 0 ? nil : known }
    let found = resolve(topic)
    table?.remember(topic, route: found ?? -1)
    return found
  }

  private mutating func resolve(_ topic: Span<UInt8>) -> Int? {
    guard let text = String(validating: topic.indices.map { topic[$0] }, as: UTF8.self) else { return nil }
    let listeners = tree.matching(text).sorted { ($0.decoder, $0.source) < ($1.decoder, $1.source) }
    if listeners.isEmpty { return nil }
    if let known = routeOfListeners[listeners] { return known }
    routes.append(listeners)
    routeOfListeners[listeners] = routes.count - 1
    return routes.count - 1
  }
}

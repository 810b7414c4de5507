import GardenCore
import MQTTTypes
import PayloadJSON

/// Whether a device behind zigbee2mqtt can be heard: its own availability and the bridge's.
///
/// `<base>/<friendly name>/availability` speaks for the device, `<base>/bridge/state` for all of them; both are
/// `{"state":"online"}` or, in 1.x, plain `online`, and retained. A base topic and a friendly name may both have several
/// levels, so every place where the base could end is listened to. While the bridge is offline its devices are, whatever they
/// said before. An empty payload takes the device's word back: renamed, removed, or availability switched off.
/// Source: zigbee2mqtt documentation, "Device availability", "MQTT topics and messages"; format reference §1.
struct Zigbee2MQTTPresence: Sendable {
  /// Those of the device first, then those of bridges.
  let topics: [AvailabilityTopic]
  private let deviceTopics: Int
  private var device: Bool?
  private var bridge: Bool?

  private static let levelsMax = 8

  /// `topic` without `bridgeOf` has no bridge: the owner named a topic of his own.
  init(device: AvailabilityTopic?, bridgeOf topic: String?) throws(BindingProblem) {
    var topics = [device].compactMap(\.self)
    deviceTopics = topics.count
    let levels = topic?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    let names = levels.prefix { $0 != "+" && $0 != "#" }
    for count in 1..<max(1, min(levels.count, names.count + 1, Self.levelsMax)) {
      topics.append(try AvailabilityTopic(names.prefix(count).joined(separator: "/") + "/bridge/state"))
    }
    self.topics = topics
  }

  /// `position`: of the topic in ``topics``.
  mutating func decode(_ payload: PayloadReader, _ position: Int, into items: inout [DecodedItem]) {
    guard topics.indices.contains(position) else { return }
    let isDevice = position < deviceTopics
    if isDevice, payload.byteCount == 0, !payload.isTooLarge {
      if device == false { items.append(.online(bridge != false)) }
      device = nil
      return
    }
    let first = items.count
    topics[position].decode(payload, into: &items)
    guard items.count > first, case .online(let isOnline) = items[first] else { return }
    if isDevice { device = isOnline } else { bridge = isOnline }
    items[first] = .online(bridge != false && device != false)
  }
}

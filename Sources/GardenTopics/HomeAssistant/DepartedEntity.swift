import FoundationEssentials
package import MQTTTypes

/// An entity that was announced and is no more, known by its discovery topic alone.
///
/// Home Assistant takes an entity out of its registry when the topic is emptied while it listens and knows the entity. Where it was
/// down then, the entity stays in the registry for ever, and nobody provides it. So it is shown the entity once more, and then the
/// empty topic again.
package struct DepartedEntity: Sendable, Hashable {
  package let topic: String
  /// Where Home Assistant says that it has started.
  package let birthTopic: String
  private let component: EntityConfig.Component
  private let uniqueID: String
  private let deviceID: String

  /// `nil` where the topic is no discovery topic of ours.
  package init?(topic: String) {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard levels.count >= 5, levels.last == "config",
      let component = EntityConfig.Component(rawValue: levels[levels.count - 4])
    else { return nil }
    let (node, object) = (levels[levels.count - 3], levels[levels.count - 2])
    guard node.hasPrefix("loam-") else { return nil }
    self.topic = topic
    self.component = component
    birthTopic = levels.dropLast(4).joined(separator: "/") + "/status"
    uniqueID = "\(node)-\(object)"
    let owner = object.split(separator: "-").dropLast().joined(separator: "-")
    deviceID = owner == "bridge" ? node : "\(node)-\(owner)"
  }

  /// The least that Home Assistant takes for an entity of that id; not retained.
  package var reappearance: MQTTPublication {
    var config = EntityConfig(name: uniqueID)
    config.uniqueID = uniqueID
    // Without a name, which would become that of a device that stays.
    config.device = EntityConfig.Device(identifiers: [deviceID])
    switch component {
    case .sensor, .binarySensor, .valve: config.stateTopic = topic + "/none"
    case .button: config.commandTopic = topic + "/none"
    case .number: (config.stateTopic, config.commandTopic) = (topic + "/none", topic + "/none")
    case .event: (config.stateTopic, config.eventTypes) = (topic + "/none", ["none"])
    }
    return MQTTPublication(topic: topic, payload: config.bytes)
  }
}

package import BridgeConfig
package import GardenCore
package import GardenTopics
package import LoamKit
package import MQTTTypes
import StoreTypes

/// What keeps a checked config from starting.
package enum StartupError: Error, Sendable, Hashable {
  case baseTopic(String)
}

/// Settings and memory → the parts of a bridge.
package enum Startup {
  /// What a bridge with these settings asks the broker for, first what answers come by.
  package static func subscriptions(of settings: BridgeSettings) throws -> [MQTTSubscription] {
    guard let tree = TopicTree(base: settings.bridge.baseTopic) else {
      throw StartupError.baseTopic(settings.bridge.baseTopic)
    }
    let home = HomeAssistantPublisher(
      settings.homeAssistant, plan: settings.plan, base: settings.bridge.baseTopic, former: BrokerTraces())
    return ContractIntake(
      tree: tree, answers: settings.broker.accounts == nil ? nil : DynamicSecurity.answerTopic
    ).subscriptions
      + DeviceIntake(try BridgeDevices(of: settings), apart: tree.all).subscriptions
      + home.subscriptions
  }

  /// With which a link begins: another bridge would be there.
  package static func status(under tree: TopicTree) -> MQTTSubscription { ContractIntake(tree: tree).status }

  package static func renderer(
    for settings: BridgeSettings, plan: GardenPlan, memory: GardenMemory, term: Int = 1,
    _ calendars: Calendars, at now: Moment
  ) throws -> Renderer {
    let profiles = Dictionary(memory.devices.map { ($0.id, $0.profile) }) { $1 }
    guard
      var renderer = Renderer(
        base: settings.bridge.baseTopic, site: facts(of: settings, term: term, calendars, at: now),
        plan: plan,
        profiles: profiles)
    else { throw StartupError.baseTopic(settings.bridge.baseTopic) }
    renderer.calendars = calendars.all(renderer.zones, at: now)
    return renderer
  }

  static func facts(
    of settings: BridgeSettings, term: Int = 1, _ calendars: Calendars, at now: Moment
  ) -> SiteFacts {
    SiteFacts(
      name: settings.bridge.name, software: Release.version, timeZone: calendars.zone(of: settings),
      language: settings.language,
      usesFahrenheit: settings.usesFahrenheit, startedAt: now.wall, term: term)
  }
}

extension StartupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .baseTopic(let topic): "bridge.base_topic '\(topic)' cannot stand in front of a topic"
    }
  }
}

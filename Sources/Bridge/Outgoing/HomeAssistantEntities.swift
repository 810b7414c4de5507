package import BridgeConfig
import GardenCore
package import GardenStore
package import GardenTopics

/// What a bridge with these settings announces: for files that name its entities.
package enum HomeAssistantEntities {
  /// - Parameter traces: what the bridge has left at the broker; what its probes have measured is known from there.
  /// - Returns: nothing where the config announces nothing.
  package static func all(
    of settings: BridgeSettings, traces: BrokerTraces, clock: any GardenClock
  ) throws -> [AnnouncedEntity] {
    var clock = clock
    let now = clock.read()
    let plan = Startup.plan(of: settings, at: now)
    let publisher = HomeAssistantPublisher(
      settings.homeAssistant, plan: plan, base: settings.bridge.baseTopic, former: traces)
    guard let place = publisher.place else { return [] }
    let renderer = try Startup.renderer(for: settings, plan: plan, memory: GardenMemory(), at: now)
    return renderer.announcements(for: place, heard: publisher.heard)
  }
}

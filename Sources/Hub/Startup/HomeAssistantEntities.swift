package import BridgeConfig
package import GardenCore
package import GardenTopics
package import StoreTypes

/// What a bridge with these settings announces: for files that name its entities.
package enum HomeAssistantEntities {
  /// - Parameter traces: what the bridge has left at the broker; what its probes have measured is known from there.
  /// - Returns: nothing where the config announces nothing.
  package static func all(
    of settings: BridgeSettings, traces: BrokerTraces, _ calendars: Calendars, at now: Moment
  ) throws -> [AnnouncedEntity] {
    let plan = calendars.plan(of: settings, at: now)
    let publisher = HomeAssistantPublisher(
      settings.homeAssistant, plan: plan, base: settings.bridge.baseTopic, former: traces)
    guard publisher.place != nil else { return [] }
    let renderer = try Startup.renderer(for: settings, plan: plan, memory: GardenMemory(), calendars, at: now)
    return publisher.announced(by: renderer)
  }
}

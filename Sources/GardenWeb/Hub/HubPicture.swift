package import LoamKit

/// What the bridge has said of itself and of the plants, as of now.
package struct HubPicture: Sendable {
  package var status: HubStatus?
  package var info: HubInfo?
  /// By id; only plants of the config.
  package var plants: [String: PlantState] = [:]
  package var isLinked = false
  /// Uptime at which the newest status came, milliseconds; `nil`: only a retained one, of unknown age.
  package var heardAt: Int64?
  package var connects = 0
  package var messages = 0
  /// What came under our topics and could not be read.
  package var unreadable = 0

  package init() {}
}

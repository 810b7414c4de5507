package import GardenCore
import LoamKit
package import MQTTTypes

/// Where and as whom Home Assistant meets the garden.
package struct HomeAssistantPlace: Sendable, Hashable {
  /// Its discovery prefix.
  package var prefix: String
  /// Its device, one of the plan's people.
  package var device: DeviceID
  /// Address of Loam's page in a browser, ending in `/`; `nil`: nobody has said it.
  package var page: String?

  package init(prefix: String, device: DeviceID, page: String? = nil) {
    self.prefix = prefix
    self.device = device
    self.page = page
  }

  /// Where Home Assistant says that it has started.
  package var birthTopic: String { "\(prefix)/status" }
}

/// One entity that is announced.
package struct AnnouncedEntity: Sendable, Hashable {
  /// Its entity id, unless the owner of Home Assistant changed it.
  package var id: String
  /// What it is of: a plant, an actuator, or nothing.
  package var subject: String?
  /// `moisture`, `water_done`, …
  package var entity: String
  /// To be published retained.
  package var publication: MQTTPublication
}

/// Announces the garden by MQTT discovery, entity by entity, so that every release from 2024.3 on understands it.
///
/// The states are our own retained documents, read by templates: there is no second set of topics. What Home Assistant's
/// role does not allow is not offered.
extension Renderer {
  /// - Parameter heard: what probes have measured, by plant: of the quantities that a family may know, most devices have a few.
  package func announcements(
    for home: HomeAssistantPlace, heard: [PlantID: Set<Quantity>]
  ) -> [AnnouncedEntity] {
    let writer = EntityWriter(
      names: EntityNames(prefix: home.prefix, base: tree.base), tree: tree, words: everyone.words,
      origin: .init(softwareVersion: Shortening.name(site.software, 64)), home: home, role: role(of: home))
    writer.bridge(named: Shortening.name(site.name, 64), software: site.software)
    for plant in plan.plants { writer.plant(plant, in: plan, heard: heard[plant.id] ?? []) }
    for (position, actuator) in plan.actuators.enumerated() {
      writer.actuator(actuator, at: position, in: plan)
    }
    return writer.entities
  }

  private func role(of home: HomeAssistantPlace) -> Role {
    plan.devices.first { $0.id == home.device }?.role ?? .viewer
  }
}

extension HomeAssistantPlace {
  /// Where the entity of a quantity that not every probe has is announced: what was announced once stays, also where nothing has been
  /// heard since the start.
  package func topic(of quantity: Quantity, plant: PlantID, base: String) -> String {
    let names = EntityNames(prefix: prefix, base: base)
    return names.topic(.sensor, names.object("plant", plant, "\(quantity.name)"))
  }

  /// Quantities that are announced only once they were heard.
  package static let optionalQuantities: [Quantity] = [.temperature, .light, .conductivity, .battery]
}

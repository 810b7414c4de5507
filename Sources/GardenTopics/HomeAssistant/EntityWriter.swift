import GardenCore
import GardenWords
import LoamKit
import MQTTTypes

/// Collects the entities of one bridge: a class, so that what fills an entity may ask it.
final class EntityWriter {
  let names: EntityNames
  let tree: TopicTree
  let words: Phrasebook
  let origin: EntityConfig.Origin
  let home: HomeAssistantPlace
  let role: Role
  private(set) var entities: [AnnouncedEntity] = []
  private var taken: Set<String> = []

  init(
    names: EntityNames, tree: TopicTree, words: Phrasebook, origin: EntityConfig.Origin,
    home: HomeAssistantPlace, role: Role
  ) {
    self.names = names
    self.tree = tree
    self.words = words
    self.origin = origin
    self.home = home
    self.role = role
  }

  /// Where the page shows it: a view of the page's own. `nil`: nobody has said where the page is.
  func page(_ view: String) -> String? { home.page.map { $0 + view } }

  /// What these probes measure stands where one of them is the thermometer.
  func area(of shares: [SensorShare], in plan: GardenPlan) -> String? {
    let probes = Set(shares.map(\.sensor))
    let place = plan.places.first { !probes.isDisjoint(with: $0.shares.map(\.sensor)) }
    return place.map { Shortening.name($0.name, 64, otherwise: $0.id) }
  }

  /// A device of Home Assistant, to which entities belong.
  struct Owner {
    /// `plant`, `device` or `bridge`.
    var kind: String
    var id: String?
    var device: EntityConfig.Device
  }

  /// Adds an entity. What it reads is there only while the bridge is, unless `always`.
  func add(
    _ component: EntityConfig.Component, _ entity: String, of owner: Owner, named key: TextKey,
    always: Bool = false, _ fill: (inout EntityConfig) -> Void
  ) {
    var config = EntityConfig(name: words(key))
    fill(&config)
    let object = names.object(owner.kind, owner.id, entity)
    let own = freeName(names.entity(owner.id, entity))
    let id = "\(component.rawValue).\(own)"
    config.uniqueID = "\(names.node)-\(object)"
    config.objectID = own
    config.defaultEntityID = id
    config.device = owner.device
    // Home Assistant takes a device's name off the front of an entity's, and warns.
    if let shown = owner.device.name, config.name.hasPrefix(shown) { config.device?.name = "\(shown) (Loam)" }
    config.origin = origin
    if !always {
      let others = config.availability ?? []
      config.availability = [bridgeIsThere] + others
      config.availabilityMode = others.isEmpty ? nil : "all"
    }
    entities.append(
      AnnouncedEntity(
        id: id, subject: owner.id, entity: entity,
        publication: MQTTPublication(
          topic: names.topic(component, object), payload: config.bytes, isRetained: true)))
  }

  /// Two ids may read the same without their hyphens and capitals.
  private func freeName(_ name: String) -> String {
    var free = name
    var number = 2
    while !taken.insert(free).inserted {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }

  private var bridgeIsThere: EntityConfig.Availability {
    .init(
      topic: tree.text(.bridgeStatus),
      valueTemplate: EntityTemplates.available("value_json.get('online') is true"))
  }

  /// A button, or anything else that sends an action of ours. `nil`: Home Assistant has no name of a device.
  func actionTopic() -> String? { up(.action) }
  func setTopic() -> String? { up(.set) }

  private func up(_ kind: Topic.Up) -> String? { DeviceName(home.device).map { tree.text(.up($0, kind)) } }
}

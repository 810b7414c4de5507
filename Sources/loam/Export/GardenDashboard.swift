import BridgeConfig
import GardenCore
import GardenTopics

/// A dashboard of Home Assistant in YAML: a card for each plant, and the bridge with its devices. It names only entities that
/// the bridge announces.
struct GardenDashboard {
  let settings: BridgeSettings
  let entities: [AnnouncedEntity]

  var text: String {
    var lines = [
      "# Dashboard of \(settings.bridge.name). Made by `loam export home-assistant`.",
      "#",
      "# Put this file into Home Assistant's folder under dashboards/, and into configuration.yaml:",
      "#",
      "#   lovelace:",
      "#     dashboards:",
      "#       garden-loam:",
      "#         {mode: yaml, title: Garden, icon: \"mdi:sprout\", show_in_sidebar: true, filename: dashboards/loam.yaml}",
      "#",
      "# Entities that were renamed in Home Assistant have to be renamed here.",
      "title: \(YAMLText.quoted(settings.bridge.name))",
      "views:",
      "  - title: \(YAMLText.quoted(settings.bridge.name))",
      "    path: plants",
      "    icon: mdi:sprout",
      "    cards:",
    ]
    for plant in settings.plan.plants { lines += card(plant).map { "      " + $0 } }
    lines += ["  - title: Loam", "    path: bridge", "    icon: mdi:bridge", "    cards:"]
    lines += bridge.map { "      " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  private func id(_ entity: String, of subject: String?) -> String? {
    entities.first { $0.subject == subject && $0.entity == entity }?.id
  }

  private func card(_ plant: PlantPlan) -> [String] {
    var lines = ["- type: vertical-stack", "  cards:"]
    if let moisture = id("moisture", of: plant.id) {
      let dry = plant.moisture.below ?? 0
      lines += [
        "    - type: gauge", "      entity: \(moisture)", "      name: \(YAMLText.quoted(plant.name))",
        "      min: 0",
        "      max: 100", "      needle: true",
        "      segments: [{from: 0, color: \"#c9713a\"}, {from: \(dry), color: \"#4f9a5d\"}]",
      ]
    }
    let shown = [
      "problem", "temperature", "light", "conductivity", "battery", "last_watering", "next_watering",
      "dry_limit", "watering", "watering_ends", "watering_progress", "water_done",
    ].compactMap { id($0, of: plant.id) }
    lines += [
      "    - type: entities", "      title: \(YAMLText.quoted(plant.name))",
      "      show_header_toggle: false",
    ]
    lines += ["      entities:"] + shown.map { "        - entity: \($0)" }
    return lines + answers(plant.id)
  }

  /// These buttons are there while there is a reminder to answer; that somebody has watered can be said at any time.
  private func answers(_ plant: PlantID) -> [String] {
    let buttons = ["water_later", "water_tomorrow"].compactMap { id($0, of: plant) }
    guard let first = buttons.first else { return [] }
    let cards = buttons.flatMap {
      ["          - type: button", "            entity: \($0)", "            tap_action: {action: toggle}"]
    }
    return [
      "    - type: conditional", "      conditions: [{entity: \(first), state_not: unavailable}]",
      "      card:",
      "        type: horizontal-stack", "        cards:",
    ] + cards
  }

  private var bridge: [String] {
    let own = entities.filter { $0.subject == nil }.map(\.id)
    let plants = Set(settings.plan.plants.map(\.id))
    let devices = entities.filter { entity in entity.subject.map { !plants.contains($0) } ?? false }.map(\.id)
    var lines = [
      "- type: entities", "  title: \(YAMLText.quoted(settings.bridge.name))", "  show_header_toggle: false",
    ]
    lines += ["  entities:"] + (own + devices).map { "    - entity: \($0)" }
    let moistures = settings.plan.plants.compactMap { id("moisture", of: $0.id) }
    guard !moistures.isEmpty else { return lines }
    return lines + ["- type: history-graph", "  hours_to_show: 72", "  entities:"]
      + moistures.map { "    - entity: \($0)" }
  }
}

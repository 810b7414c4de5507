import GardenCore
import GardenWords
import LoamKit

/// Water by a valve: a valve of Home Assistant for the plant's run, when it ends, and how far it is.
extension EntityWriter {
  /// The valve tells the run of this plant: open from the first water to the closing command, closed only where the device has proved
  /// it. What cannot be told changes nothing.
  func watering(_ watering: WateringPlan, _ id: SubjectName, _ owner: Owner) {
    let detail = tree.text(.detail(id))
    let run = "value_json.get('watering', {})"
    add(.valve, "watering", of: owner, named: .entityWatering) {
      $0.stateTopic = detail
      $0.valueTemplate = EntityTemplates.value("\(run).get('state', '')")
      $0.attributesTopic = detail
      $0.attributesTemplate = EntityTemplates.attributes(
        ["valve", "seconds", "seconds_max", "litres", "automatic"].map { ($0, "\(run).get('\($0)')") })
      $0.deviceClass = "water"
      guard role >= .operator, let action = actionTopic() else { return }
      $0.commandTopic = action
      $0.commandTemplate =
        "{% if value == 'OPEN' %}\(control(.waterStart, [plant(id), expiry]))"
        + "{% else %}\(control(.waterStop, [plant(id)])){% endif %}"
      $0.payloadOpen = "OPEN"
      $0.payloadClose = "CLOSE"
    }
    add(.sensor, "watering_ends", of: owner, named: .entityWateringEnds) {
      $0.stateTopic = detail
      $0.valueTemplate = EntityTemplates.time("\(run).get('ends')")
      $0.deviceClass = "timestamp"
      $0.icon = "mdi:timer-sand"
    }
    add(.sensor, "watering_progress", of: owner, named: .entityWateringProgress) {
      progress(&$0, of: "value_json.get('plant') == '\(id)' and value_json.get('kind') == 'watering'")
    }
  }

  /// How far the activity is that the condition means; of one that has ended nobody asks any more.
  func progress(_ config: inout EntityConfig, of condition: String) {
    // Every activity of the last hours is there; only one of a plant or a place can be under way.
    config.stateTopic = tree.root + "/state/activity/+"
    config.valueTemplate = EntityTemplates.value(
      "('None' if value_json.state == 'ended' else (value_json['content-state'].progress * 100) | round(1)) if \(condition) else ''"
    )
    config.unit = "%"
    config.stateClass = "measurement"
    config.precision = 0
    config.icon = "mdi:progress-clock"
  }

  private func plant(_ id: SubjectName) -> (key: String, json: String) {
    ("plant", EntityTemplates.quoted(id.text))
  }
}

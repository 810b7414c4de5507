import GardenCore
import LoamKit

/// Water by a valve: a valve of Home Assistant for the plant's run, when it ends, and how far it is.
extension EntityWriter {
  /// The valve tells the run of this plant: open from the first water to the closing command, closed only where the device has proved
  /// it. What cannot be told changes nothing.
  func watering(_ watering: WateringPlan, _ id: SubjectName, _ owner: Owner) {
    let detail = tree.text(.detail(id))
    let run = "value_json.get('watering', {})"
    add(.valve, "watering", of: owner, named: "entity_watering") {
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
    let isRunning = EntityConfig.Availability(
      topic: detail, valueTemplate: EntityTemplates.available("\(run).get('ends')"))
    add(.sensor, "watering_ends", of: owner, named: "entity_watering_ends") {
      $0.stateTopic = detail
      $0.valueTemplate = EntityTemplates.time("\(run).get('ends')")
      $0.deviceClass = "timestamp"
      $0.availability = [isRunning]
      $0.icon = "mdi:timer-sand"
    }
    add(.sensor, "watering_progress", of: owner, named: "entity_watering_progress") {
      // Every activity of the last hours is there; only one of a plant's waterings can be under way.
      $0.stateTopic = tree.root + "/state/activity/+"
      let mine =
        "value_json.get('plant') == '\(id)' and value_json.get('kind') == 'watering' and value_json.state != 'ended'"
      $0.valueTemplate = EntityTemplates.value(
        "(value_json['content-state'].progress * 100) | round(1) if \(mine) else ''")
      $0.unit = "%"
      $0.stateClass = "measurement"
      $0.precision = 0
      $0.availability = [isRunning]
      $0.icon = "mdi:progress-clock"
    }
  }

  private func plant(_ id: SubjectName) -> (key: String, json: String) {
    ("plant", EntityTemplates.quoted(id.text))
  }
}

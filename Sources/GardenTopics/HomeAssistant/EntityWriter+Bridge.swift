import GardenCore
import GardenWords
import LoamKit

/// The bridge as a device of its own.
extension EntityWriter {
  func bridge(named name: String, software: String) {
    let owner = Owner(
      kind: "bridge", id: nil,
      device: EntityConfig.Device(
        identifiers: [names.node], name: name, manufacturer: "Loam", model: "Bridge",
        softwareVersion: Shortening.name(software, 64), page: page("#/bridge")))
    health(owner)
    lacks(owner)
    glance(owner)
    holds(owner)
    reminders(owner)
  }

  private func health(_ owner: Owner) {
    add(.binarySensor, "connection", of: owner, named: .connection, always: true) {
      $0.stateTopic = tree.text(.bridgeStatus)
      $0.valueTemplate = EntityTemplates.onOff("value_json.get('online') is true")
      $0.deviceClass = "connectivity"
      $0.category = "diagnostic"
      // A status that is not renewed is a dead bridge behind a living broker.
      $0.expireAfter = 180
    }
    add(.sensor, "software", of: owner, named: .entitySoftware) {
      $0.stateTopic = tree.text(.bridgeInfo)
      $0.valueTemplate = EntityTemplates.value("value_json.get('software')")
      $0.category = "diagnostic"
      $0.icon = "mdi:tag-outline"
    }
  }

  /// What the bridge itself lacks. Troubles of plants, valves and heaters are theirs.
  private func lacks(_ owner: Owner) {
    let topic = tree.text(.bridgeCounters)
    let gauges = "value_json.gauges"
    add(.binarySensor, "problem", of: owner, named: .entityProblem) {
      $0.stateTopic = topic
      $0.valueTemplate = EntityTemplates.onOff(
        "\(gauges).get('clock_set') == 0 or \(gauges).get('store_durable') == 0 or \(gauges).get('other_bridge') == 1"
      )
      $0.deviceClass = "problem"
      $0.category = "diagnostic"
      $0.attributesTopic = topic
      $0.attributesTemplate = EntityTemplates.attributes(
        ["clock_set", "store_durable", "other_bridge", "leases_open", "reminders_open", "outbox_waiting"].map
        {
          ($0, "\(gauges).get('\($0)')")
        })
    }
    add(.sensor, "silent_sensors", of: owner, named: .sensorsSilent) {
      $0.stateTopic = topic
      $0.valueTemplate = EntityTemplates.value("\(gauges).get('sensors_silent') | int(0)")
      $0.stateClass = "measurement"
      $0.category = "diagnostic"
      $0.icon = "mdi:signal-off"
    }
  }

  private func glance(_ owner: Owner) {
    add(.sensor, "plants_due", of: owner, named: .entityPlantsDue) {
      $0.stateTopic = tree.text(.glance)
      $0.valueTemplate = EntityTemplates.value("value_json.get('due')")
      $0.stateClass = "measurement"
      $0.icon = "mdi:watering-can-outline"
    }
    add(.sensor, "next_watering", of: owner, named: .entityNextWatering) {
      $0.stateTopic = tree.text(.glance)
      $0.valueTemplate = EntityTemplates.time("value_json.get('next')")
      $0.deviceClass = "timestamp"
      $0.attributesTopic = tree.text(.glance)
      $0.attributesTemplate = EntityTemplates.attributes([("next_because", "value_json.get('next_because')")])
    }
  }

  private func holds(_ owner: Owner) {
    let topic = tree.text(.hold)
    add(.binarySensor, "hold", of: owner, named: .entityHold) {
      $0.stateTopic = topic
      $0.valueTemplate = EntityTemplates.onOff("value_json.stopped or value_json.holds")
      $0.attributesTopic = topic
      $0.attributesTemplate = EntityTemplates.attributes(
        ["stopped", "holds", "locked", "interlocks"].map { ($0, "value_json.get('\($0)')") })
      $0.icon = "mdi:hand-back-right-outline"
    }
    guard let action = actionTopic() else { return }
    if role >= .actor {
      add(.button, "emergency_stop", of: owner, named: .emergency) {
        $0.commandTopic = action
        $0.commandTemplate = control(.waterStopAll, [])
        $0.icon = "mdi:alert-octagon"
      }
    }
    if role >= .operator {
      add(.button, "release_stop", of: owner, named: .entityReleaseStop) {
        $0.commandTopic = action
        $0.commandTemplate = control(.waterRelease, [expiry])
        $0.availability = [
          .init(topic: topic, valueTemplate: EntityTemplates.available("value_json.get('stopped') is true"))
        ]
        $0.icon = "mdi:lock-open-variant-outline"
      }
    }
  }

  /// What the bridge tells Home Assistant as it tells a phone. Automations rest on it.
  private func reminders(_ owner: Owner) {
    guard let device = DeviceName(home.device) else { return }
    add(.event, "reminder", of: owner, named: .entityReminder) {
      $0.stateTopic = tree.text(.down(device, .notify))
      $0.eventTypes = BuiltInCategories.all.map { $0.id.text.lowercased() }
      let alert = "value_json.aps.alert"
      let pairs = [
        ("event_type", "value_json.aps.category | lower"), ("title", "\(alert).get('title')"),
        ("subtitle", "\(alert).get('subtitle')"), ("body", "\(alert).get('body')"),
        ("plant", "value_json.get('plant', {}).get('id')"),
        ("plant_name", "value_json.get('plant', {}).get('name')"),
        ("control", "value_json.get('control', {}).get('id')"), ("key", "value_json.note.key"),
        ("note", "value_json.note.id"), ("rev", "value_json.note.rev"),
        ("urgency", "value_json.aps.get('interruption-level')"),
      ]
      $0.valueTemplate = EntityTemplates.attributes(pairs.map { (name: $0.0, expression: $0.1) })
      $0.icon = "mdi:bell-outline"
    }
  }

  /// Water and heat move only by a command that is fresh.
  var expiry: (key: String, json: String) { ("exp", CommandTemplates.expiry) }

  /// An action without a button of a notification.
  func control(_ action: ActionName, _ fields: [(key: String, json: String)]) -> String {
    EntityTemplates.command(
      [
        ("category", EntityTemplates.quoted(CategoryName.wateringControl.text)),
        ("action", EntityTemplates.quoted(action.text)),
      ] + fields)
  }
}

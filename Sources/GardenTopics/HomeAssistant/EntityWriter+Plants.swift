import GardenCore
import GardenWords
import LoamKit

/// A plant as a device: what its probes say, when it wants water, and the answers to its reminder.
extension EntityWriter {
  func plant(_ plant: PlantPlan, in plan: GardenPlan, heard: Set<Quantity>) {
    guard let id = SubjectName(plant.id) else { return }
    let owner = Owner(
      kind: "plant", id: plant.id,
      device: EntityConfig.Device(
        identifiers: [names.deviceID("plant", plant.id)],
        name: Shortening.name(plant.name, 64, otherwise: plant.id), manufacturer: "Loam", model: "Plant",
        viaDevice: names.node,
        suggestedArea: area(of: plant.shares, in: plan), page: page("#/plant/\(id)")))
    values(of: plant, id, owner, heard)
    dates(id, owner)
    problem(id, owner)
    answers(id, owner)
    if let limit = ControlDefinition(plant) {
      slider(limit, of: owner, entity: "dry_limit", named: .controlLimit)
    }
    if let watering = plant.watering { self.watering(watering, id, owner) }
  }

  private func values(
    of plant: PlantPlan, _ id: SubjectName, _ owner: Owner, _ heard: Set<Quantity>
  ) {
    if plant.shares.contains(where: { $0.quantities.contains(.moisture) }) {
      value("moisture", .moisture, id, owner, "moisture", "%", 0)
    }
    if heard.contains(.temperature) { value("temperature", .temperature, id, owner, "temperature", "°C", 1) }
    if heard.contains(.light) { value("light", .light, id, owner, "illuminance", "lx", 0) }
    // Its device class came after 2024.3.
    if heard.contains(.conductivity) { value("conductivity", .conductivity, id, owner, nil, "µS/cm", 0) }
    if heard.contains(.battery) {
      add(.sensor, "battery", of: owner, named: .entityBattery) {
        $0.stateTopic = tree.text(.detail(id))
        $0.valueTemplate = EntityTemplates.value("value_json.get('battery')")
        measure(&$0, "battery", "%", 0)
        $0.category = "diagnostic"
      }
    }
  }

  /// An evaluated quantity. While nothing can be told from its probes it is unknown, so that an old value is not taken for a present one.
  private func value(
    _ quantity: String, _ key: TextKey, _ id: SubjectName, _ owner: Owner, _ deviceClass: String?,
    _ unit: String, _ precision: Int
  ) {
    add(.sensor, quantity, of: owner, named: key) {
      $0.stateTopic = tree.text(.detail(id))
      $0.valueTemplate = EntityTemplates.evaluation(
        quantity, "{{ j.get('value') if j.get('status', 'unknown') != 'unknown' else 'None' }}")
      measure(&$0, deviceClass, unit, precision)
      if deviceClass == nil { $0.icon = "mdi:flash-outline" }
    }
  }

  private func measure(_ config: inout EntityConfig, _ deviceClass: String?, _ unit: String, _ precision: Int)
  {
    config.deviceClass = deviceClass
    config.stateClass = "measurement"
    config.unit = unit
    config.precision = precision
  }

  private func dates(_ id: SubjectName, _ owner: Owner) {
    add(.sensor, "last_watering", of: owner, named: .entityLastWatering) {
      $0.stateTopic = tree.text(.detail(id))
      $0.valueTemplate = EntityTemplates.time("not value_json.get('never_watered') and value_json.last")
      $0.deviceClass = "timestamp"
      $0.icon = "mdi:watering-can"
    }
    add(.sensor, "next_watering", of: owner, named: .entityNextWatering) {
      $0.stateTopic = tree.text(.detail(id))
      $0.valueTemplate = EntityTemplates.time("value_json.get('next')")
      $0.deviceClass = "timestamp"
      $0.attributesTopic = tree.text(.detail(id))
      $0.attributesTemplate = EntityTemplates.forecast
      $0.icon = "mdi:watering-can-outline"
    }
  }

  private func problem(_ id: SubjectName, _ owner: Owner) {
    add(.binarySensor, "problem", of: owner, named: .entityProblem) {
      $0.stateTopic = tree.text(.plant(id))
      // A plant without a probe lacks nothing: it goes by the calendar.
      $0.valueTemplate = EntityTemplates.onOff("value_json.s != 'ok' and value_json.get('y') != 'none'")
      $0.deviceClass = "problem"
      $0.attributesTopic = tree.text(.detail(id))
      $0.attributesTemplate = EntityTemplates.problem
    }
  }

  /// Water that was given can be told at any time; a reminder can be put off while it is open.
  private func answers(_ id: SubjectName, _ owner: Owner) {
    guard role >= .actor, let topic = actionTopic() else { return }
    let buttons: [(ActionName, TextKey, String)] = [
      (.waterDone, .wateredByHand, "mdi:check"), (.waterLater, .actionWaterLater, "mdi:clock-outline"),
      (.waterTomorrow, .actionWaterTomorrow, "mdi:weather-sunset-up"),
    ]
    for (action, name, icon) in buttons {
      add(.button, action.text, of: owner, named: name) {
        $0.commandTopic = topic
        $0.commandTemplate = EntityTemplates.command([
          ("category", EntityTemplates.quoted(CategoryName.wateringReminder.text)),
          ("action", EntityTemplates.quoted(action.text)), ("plant", EntityTemplates.quoted(id.text)),
        ])
        $0.icon = icon
        guard action != .waterDone else { return }
        $0.availability = [
          .init(
            topic: tree.text(.plant(id)),
            valueTemplate: EntityTemplates.available("'r' in value_json.get('f', '')"))
        ]
      }
    }
  }
}

extension EntityTemplates {
  /// How the date is known. In four of five cases the plant gets dry between these two; or why that is not known.
  static let forecast: String = {
    let forecast = "value_json.get('forecast', {})"
    func time(_ key: String) -> String {
      "as_datetime(\(forecast).get('\(key)')).isoformat() if \(forecast).get('\(key)') else none"
    }
    return attributes([
      ("next_because", "value_json.get('next_because')"), ("earliest", time("earliest")),
      ("latest", time("latest")), ("unknown", "\(forecast).get('unknown')"),
    ])
  }()

  /// The words of `explain`, the config line they rest on, and where each quantity stands.
  static let problem: String =
    "{% if value_json is defined %}{% set stands = namespace(all=[]) %}{% for j in value_json.evaluations %}"
    + "{% set stands.all = stands.all + [(j.quantity, j.status ~ (': ' ~ j.reason if j.get('reason') else ''))] %}"
    + "{% endfor %}{{ dict(stands.all + [('because', value_json.because), ('config_line', value_json.get('line')),"
    + " ('config_key', value_json.get('key'))]) | to_json }}{% else %}{}{% endif %}"
}

import GardenCore
import GardenWords
import LoamKit

/// Sliders: limits of plants, and setpoints of thermostats and heaters.
extension EntityWriter {
  /// A slider that shows what is in force and never what was only asked for. Who may not move it sees the value.
  ///
  /// It has no device class: with one, Home Assistant would show and send a converted value, which meets the grid of °C only by
  /// chance.
  func slider(
    _ control: ControlDefinition, of owner: Owner, entity: String, named key: TextKey
  ) {
    guard let id = ControlName(control.id) else { return }
    let topic = tree.text(.control(id))
    let mayMove = role >= control.role
    add(mayMove ? .number : .sensor, entity, of: owner, named: key) {
      $0.stateTopic = topic
      $0.valueTemplate = EntityTemplates.value("value_json.get('value')")
      $0.unit = control.unit
      $0.attributesTopic = topic
      $0.attributesTemplate = EntityTemplates.attributes(
        ["phase", "requested", "by", "reason", "refused", "rev"].map { ($0, "value_json.get('\($0)')") })
      $0.icon = control.unit == "%" ? "mdi:water-percent" : "mdi:thermostat"
      guard mayMove, let set = setTopic() else { return }
      $0.commandTopic = set
      $0.commandTemplate = EntityTemplates.command([
        ("control", EntityTemplates.quoted(control.id)), ("value", "{{ value }}"),
        ("unit", EntityTemplates.quoted(control.unit)), expiry,
      ])
      $0.min = control.range.lowerBound
      $0.max = control.range.upperBound
      $0.step = control.step
      $0.mode = "slider"
      $0.optimistic = false
      $0.category = "config"
    }
  }

  /// A thermostat, or a heater of ours. Valves belong to their plants.
  func actuator(_ actuator: ActuatorPlan, at position: Int, in plan: GardenPlan) {
    let heater = plan.heaters.first { Int($0.actuator.position) == position }
    let control =
      heater.flatMap { ControlDefinition($0, plan) } ?? ControlDefinition(actuator, at: position, plan)
    guard heater != nil || control != nil else { return }
    let place = plan.places.first { $0.thermostat.map { Int($0.position) } == position }
    let owner = Owner(
      kind: "device", id: actuator.id,
      device: EntityConfig.Device(
        identifiers: [names.deviceID("device", actuator.id)],
        name: Shortening.name(actuator.name, 64, otherwise: actuator.id),
        manufacturer: "Loam", model: heater == nil ? "Thermostat" : "Heater", viaDevice: names.node,
        suggestedArea: place.map { Shortening.name($0.name, 64, otherwise: $0.id) }
          ?? heater.flatMap { area(of: $0.shares, in: plan) }, page: page("#/controls")))
    if let control { slider(control, of: owner, entity: "setpoint", named: .controlSetpoint) }
    if heater != nil, let id = SubjectName(actuator.id) { self.heater(id, owner) }
    if heater != nil || place != nil, let control {
      add(.sensor, "heating_progress", of: owner, named: .entityHeatingProgress) {
        progress(&$0, of: "value_json.get('heat', {}).get('control') == '\(control.id)'")
      }
    }
  }

  private func heater(_ id: SubjectName, _ owner: Owner) {
    let topic = tree.text(.heater(id))
    let details = EntityTemplates.attributes(
      [("relay", "value_json.state")] + ["reason", "ends", "trouble"].map { ($0, "value_json.get('\($0)')") })
    add(.binarySensor, "heating", of: owner, named: .entityHeating) {
      $0.stateTopic = topic
      // Off only where the relay proved it.
      $0.valueTemplate = EntityTemplates.onOff("value_json.state != 'off'")
      $0.deviceClass = "running"
      $0.attributesTopic = topic
      $0.attributesTemplate = details
    }
    add(.binarySensor, "problem", of: owner, named: .entityProblem) {
      $0.stateTopic = topic
      $0.valueTemplate = EntityTemplates.onOff("value_json.get('trouble')")
      $0.deviceClass = "problem"
      $0.attributesTopic = topic
      $0.attributesTemplate = details
    }
  }
}

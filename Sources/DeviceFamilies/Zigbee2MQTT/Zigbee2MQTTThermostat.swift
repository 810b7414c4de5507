package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A radiator thermostat through zigbee2mqtt.
///
/// Topics: `<base>/<friendly name>` (state), or `<base>/<friendly name>/<property>` with a topic per property
/// (``PropertyTopics``); `<base>/<friendly name>/set` (commands, not retained).
/// `part` is the property that is set and reported, °C: `current_heating_setpoint` (Tuya; the default) or
/// `occupied_heating_setpoint` (most others). A device may report both, and they may differ for minutes: only the one
/// that is set counts. Converters of 2020 wrote it as a text. The accepted value, rounded to the device's step and held
/// within its limits, comes back in the state. Where only the other property is there, `part` names the wrong one: refused.
/// Source: zigbee2mqtt documentation, "Climate"; format reference §1.
package struct Zigbee2MQTTThermostat: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let commandTopic: String
  private let property: String
  private let other: String

  private static let properties = ["current_heating_setpoint", "occupied_heating_setpoint"]

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    let state = try Topics.exact(binding.topic)
    commandTopic = binding.topic + "/set"
    let property = binding.part ?? Self.properties[0]
    guard Self.properties.contains(property) else {
      throw .badPart(property, "one of \(Self.properties.joined(separator: ", "))")
    }
    self.property = property
    other = Self.properties.first { $0 != property } ?? property
    sources = [state, try Topics.exact("\(binding.topic)/\(property)")].map { DeviceSource(filter: $0) }
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    guard case .setpoint(let celsius) = action, let number = DecimalText.of(celsius) else { return [] }
    return [MQTTPublication(topic: commandTopic, payload: Array("{\"\(property)\":\(number)}".utf8))]
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == 1 {
      items.append(payload.isTooLarge ? .refused(nil, .tooLarge) : SetpointNumber.item(payload.number()))
      return
    }
    guard let state = payload.document(orRefuseInto: &items) else { return }
    if let value = state[property] {
      items.append(SetpointNumber.item(value.number))
    } else if state[other] != nil {
      // Bound to a property that this device does not have.
      items.append(.refused(nil, .noValue))
    }
  }
}

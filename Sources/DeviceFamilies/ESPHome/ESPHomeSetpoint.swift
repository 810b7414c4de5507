package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A heater of an ESPHome node: a `climate` or a `number`.
///
/// `topic` is the node's topic prefix; `part` is `climate/<object id>`, `number/<object id>`, or an object id of a climate.
///
/// | `part` | command | report |
/// |---|---|---|
/// | `climate/<id>` | `<prefix>/climate/<id>/target_temperature/command` | `…/target_temperature/state` |
/// | `number/<id>` | `<prefix>/number/<id>/command` | `…/state` |
///
/// Numbers as text, °C. States are retained, commands are not.
/// Source: ESPHome documentation, "MQTT Client Component", "Climate Component", "Number Component"; format reference §3.
package struct ESPHomeSetpoint: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let commandTopic: String

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    let hint = "climate/<object id> or number/<object id>"
    guard let part = binding.part else { throw .needsPart(hint) }
    let levels = part.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let base: String
    switch (levels.first, levels.count) {
    case ("number", 2): base = "\(binding.topic)/number/\(levels[1])"
    case ("climate", 2): base = "\(binding.topic)/climate/\(levels[1])/target_temperature"
    case (_, 1): base = "\(binding.topic)/climate/\(part)/target_temperature"
    default: throw .badPart(part, hint)
    }
    guard levels.allSatisfy({ !$0.isEmpty }) else { throw .badPart(part, hint) }
    sources = [DeviceSource(filter: try Topics.exact(base + "/state"))]
    commandTopic = base + "/command"
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    guard case .setpoint(let celsius) = action, let number = DecimalText.of(celsius) else { return [] }
    return [MQTTPublication(topic: commandTopic, payload: Array(number.utf8))]
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    items.append(payload.isTooLarge ? .refused(nil, .tooLarge) : SetpointNumber.item(payload.number()))
  }
}

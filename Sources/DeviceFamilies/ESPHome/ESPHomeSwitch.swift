package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve on a switch of an ESPHome node.
///
/// `topic` is the node's topic prefix, `part` the object id of the switch. Topics: `<prefix>/switch/<part>/state` `ON` or
/// `OFF`, retained; `<prefix>/switch/<part>/command` `ON` or `OFF`, not retained.
///
/// A switch has no timer of its own. A node whose configuration closes the valve after a time that it is sent is bound
/// with the `template` family.
/// Source: ESPHome documentation, "MQTT Client Component", "Switch Component"; format reference §3.
package struct ESPHomeSwitch: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let commandTopic: String

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    guard let part = binding.part, !part.isEmpty else { throw .needsPart("the object id of the switch") }
    let base = "\(binding.topic)/switch/\(part)"
    sources = [DeviceSource(filter: try Topics.exact(base + "/state"))]
    commandTopic = base + "/command"
  }

  package func publications(for deed: ActuatorCommand.Deed) -> [MQTTPublication] {
    switch deed {
    case .open: [MQTTPublication(topic: commandTopic, payload: Array("ON".utf8))]
    case .close: [MQTTPublication(topic: commandTopic, payload: Array("OFF".utf8))]
    case .setpoint: []
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    items.append(ValveWord.item(payload, open: "ON", closed: "OFF", context))
  }
}

/// A payload that is one of two words.
enum ValveWord {
  static func item(_ payload: PayloadReader, open: String, closed: String, _ context: DecodeContext)
    -> DecodedItem
  {
    if payload.isTooLarge { return .refused(nil, .tooLarge) }
    let isOpen = payload.textEquals(open)
    guard isOpen || payload.textEquals(closed) else {
      return .refused(nil, payload.byteCount == 0 ? .noValue : .malformed)
    }
    return .valve(ValveReport(isOpen: isOpen, wasRetained: context.wasRetained))
  }
}

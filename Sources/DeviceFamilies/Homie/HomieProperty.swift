package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve or a heater that is one property of a Homie 3 or 4 device.
///
/// `topic` is the property, `homie/<device>/<node>/<property>`, or the device, with `part` `<node>/<property>`.
/// Command: `<property>/set`, `true` or `false`, or a number as text; not retained. The device repeats the accepted value on the
/// property, or first on `<property>/$target` and then step by step on the property: for a setpoint both are reports; for a valve only
/// the property is, since a target is no open valve. There is no timer on the device.
/// Source: Homie convention 3.0.1 and 4.0.0, "Property command topic", "Property attributes"; format reference §10.
package struct HomieProperty: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let property: String
  private let isValve: Bool

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    property = binding.part.map { "\(binding.topic)/\($0)" } ?? binding.topic
    isValve = binding.isValve
    let levels = property.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count >= 4, !levels.contains("") else { throw .needsPart("<node>/<property>") }
    let names = isValve ? [property] : [property, property + "/$target"]
    var sources: [DeviceSource] = []
    for name in names { sources.append(DeviceSource(filter: try Topics.exact(name))) }
    self.sources = sources
  }

  package func publications(for deed: ActuatorCommand.Deed) -> [MQTTPublication] {
    let text: String?
    switch deed {
    case .open: text = isValve ? "true" : nil
    case .close: text = isValve ? "false" : nil
    case .setpoint(let celsius): text = isValve ? nil : DecimalText.of(celsius)
    }
    guard let text else { return [] }
    return [MQTTPublication(topic: property + "/set", payload: Array(text.utf8))]
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if isValve {
      items.append(ValveWord.item(payload, open: "true", closed: "false", context))
    } else {
      items.append(payload.isTooLarge ? .refused(nil, .tooLarge) : SetpointNumber.item(payload.number()))
    }
  }
}

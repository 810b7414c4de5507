package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve on a relay of a Shelly of the first generation.
///
/// `topic` is `shellies/<id>`, `part` the relay's number, 0 without it. Command: `shellies/<id>/relay/<n>/command` `on` or
/// `off`. Report: `shellies/<id>/relay/<n>` `on`, `off`, or `overpower` (it has switched itself off).
///
/// Over MQTT there is no timer: the command takes `on`, `off` and `toggle` only. `auto_off` in the device's own settings
/// limits every run and is to be set; the bridge cannot see it.
/// Source: Shelly Gen1 API reference, "Shelly1: MQTT", "Settings: relay"; format reference §8.
package struct ShellyGen1Relay: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let commandTopic: String

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    let number = try ShellyGeneration.number(binding.part, default: 0, "the number of the relay: 0, 1, …")
    let relay = "\(binding.topic)/relay/\(number)"
    sources = [DeviceSource(filter: try Topics.exact(relay))]
    commandTopic = relay + "/command"
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    switch action {
    case .open: [MQTTPublication(topic: commandTopic, payload: Array("on".utf8))]
    case .close: [MQTTPublication(topic: commandTopic, payload: Array("off".utf8))]
    case .setpoint: []
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if payload.textEquals("overpower") {
      items.append(.valve(ValveReport(isOpen: false, wasRetained: context.wasRetained)))
    } else {
      items.append(ValveWord.item(payload, open: "on", closed: "off", context))
    }
  }
}

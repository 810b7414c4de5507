package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A radiator valve of the first generation (Shelly TRV).
///
/// `topic` is `shellies/<id>`. Command: `shellies/<id>/thermostat/0/command/target_t`, °C as text, 4…31. Reports:
///
/// | topic below the device | key | unit |
/// |---|---|---|
/// | `status` | `target_t.value` | `target_t.units` `C` or `F` |
/// | `info` | `thermostats[0].target_t.value` | the same |
///
/// Its temperature is read with the `json` family: `info`, path `thermostats[0].tmp.value`.
/// Source: Shelly Gen1 API reference, "Shelly TRV: MQTT"; format reference §8.
package struct ShellyGen1Thermostat: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let commandTopic: String

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    if let part = binding.part, part != "0" { throw .badPart(part, "a TRV has one thermostat, 0") }
    var sources: [DeviceSource] = []
    for name in ["status", "info"] {
      sources.append(DeviceSource(filter: try Topics.exact("\(binding.topic)/\(name)")))
    }
    self.sources = sources
    commandTopic = binding.topic + "/thermostat/0/command/target_t"
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    guard case .setpoint(let celsius) = action, let number = DecimalText.of(celsius) else { return [] }
    return [MQTTPublication(topic: commandTopic, payload: Array(number.utf8))]
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard let message = payload.document(orRefuseInto: &items) else { return }
    guard let target = (source == 0 ? message : message["thermostats"]?[0])?["target_t"],
      let value = target["value"]
    else { return }
    var number = value.number
    if case .value(let degrees, unit: nil) = number, target["units"]?.textEqualsIgnoringCase("f") == true {
      number = .value(degrees, unit: .fahrenheit)
    }
    items.append(SetpointNumber.item(number))
  }
}

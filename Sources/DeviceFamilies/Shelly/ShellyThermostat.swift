package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A thermostat of a Shelly of the second generation and later.
///
/// `topic` is the device's prefix, `part` the component, `thermostat:0` without it.
///
/// | `part` | device | request to `<prefix>/rpc` |
/// |---|---|---|
/// | `thermostat:<n>` | Wall Display | `Thermostat.SetConfig` `{"id":0,"config":{"target_C":21}}` |
/// | `blutrv:<n>` | BLU TRV behind its gateway | `BluTrv.Call` `{"id":200,"method":"Trv.SetTarget","params":{"id":0,"target_C":21}}` |
///
/// Reports (``ShellyNotification``): `target_C` of the component, °C. A BLU TRV answers late: the gateway passes a command
/// on at the radiator valve's next contact.
/// Source: Shelly Gen2+ API reference, "Thermostat", "BluTrv"; format reference §8.
package struct ShellyThermostat: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let commandTopic: String
  private let component: String
  private let isRadiatorValve: Bool
  private let number: Int

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    component = binding.part ?? "thermostat:0"
    let hint = "thermostat:<n> or blutrv:<n>"
    let words = component.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, ["thermostat", "blutrv"].contains(words[0]) else {
      throw .badPart(component, hint)
    }
    isRadiatorValve = words[0] == "blutrv"
    number = try ShellyGeneration.number(String(words[1]), default: 0, hint)
    sources = [
      DeviceSource(filter: try ShellyNotification.topic(binding.topic)),
      DeviceSource(filter: try ShellyNotification.topic(binding.topic, component: component)),
    ]
    commandTopic = binding.topic + "/rpc"
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    guard case .setpoint(let celsius) = action, let degrees = DecimalText.of(celsius) else { return [] }
    let method = isRadiatorValve ? "BluTrv.Call" : "Thermostat.SetConfig"
    let params =
      isRadiatorValve
      ? "{\"id\":\(number),\"method\":\"Trv.SetTarget\",\"params\":{\"id\":0,\"target_C\":\(degrees)}}"
      : "{\"id\":\(number),\"config\":{\"target_C\":\(degrees)}}"
    return [ShellyRequest.publication(commandTopic, method, params)]
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard
      let (status, _) = ShellyNotification.status(
        payload, of: component, isNotification: source == 0, context, into: &items),
      let target = status["target_C"]
    else { return }
    items.append(SetpointNumber.item(target.number))
  }
}

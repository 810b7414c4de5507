import GardenCore
import PayloadJSON

extension Family {
  package static let theThingsStack: Family = Family(
    name: "the_things_stack", summary: "LoRaWAN probes, and valves by downlink, through The Things Stack v3",
    topic: "the device: v3/app@ttn/devices/bed-1",
    example: LoRaWANServer.theThingsStack.example(device: "v3/garden@ttn/devices/bed"),
    options: [.select, .fields, .availability, .temperatureUnit, .template, .time],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try LoRaWANSensor(binding, .theThingsStack) },
    valve: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .theThingsStack) },
    thermostat: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .theThingsStack) },
    recognizer: Recognizer(.own, guesses: true) { heard in
      let levels = heard.levels
      guard levels.count == 5, levels[0] == "v3", levels[2] == "devices", levels[4] == "up",
        heard.object?["uplink_message"]?["decoded_payload"] != nil
      else { return [] }
      return [.sensor(.theThingsStack, topic: heard.topic, label: levels[3])]
    },
    closesByItself: CommandTemplate.closingAdvice,
    paths: "the root of the uplink: uplink_message.decoded_payload.water_SOIL")
}

import GardenCore
import PayloadJSON

extension Family {
  package static let theThingsStack = Family(
    name: "the_things_stack",
    summary: "LoRaWAN probes, and valves by downlink, through The Things Stack v3",
    topic: "the device: v3/app@ttn/devices/bed-1",
    options: [.select, .fields, .availability, .temperatureUnit, .template, .time],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try LoRaWANSensor(binding, .theThingsStack) },
    valve: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .theThingsStack) },
    thermostat: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .theThingsStack) },
    recognizer: Recognizer(.own, TheThingsStackRecognizer.candidates),
    closesByItself:
      "where the device ends a run itself, put {seconds} or {minutes} into 'open' and set closes_by_itself: true",
    paths: "the root of the uplink: uplink_message.decoded_payload.water_SOIL")
}

/// LoRaWAN probes by the uplink topic of The Things Stack.
enum TheThingsStackRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard levels.count == 5, levels[0] == "v3", levels[2] == "devices", levels[4] == "up",
      piece.object?["uplink_message"]?["decoded_payload"] != nil
    else { return [] }
    return [.sensor(.theThingsStack, topic: piece.topic, label: levels[3])]
  }
}

import GardenCore
import PayloadJSON

extension Family {
  package static let chirpstack = Family(
    name: "chirpstack",
    summary: "LoRaWAN probes, and valves by downlink, through ChirpStack v4",
    topic: "the device: application/<uuid>/device/<devEui>",
    options: [.select, .fields, .availability, .temperatureUnit, .template, .time],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try LoRaWANSensor(binding, .chirpStack) },
    valve: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .chirpStack) },
    thermostat: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .chirpStack) },
    recognizer: Recognizer(.own, ChirpStackRecognizer.candidates),
    closesByItself:
      "where the device ends a run itself, put {seconds} or {minutes} into 'open' and set closes_by_itself: true",
    paths: "the root of the uplink: object.water_SOIL")
}

/// LoRaWAN probes by the uplink topic of ChirpStack.
enum ChirpStackRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard levels.count == 6, levels[0] == "application", levels[2] == "device", levels[4] == "event",
      levels[5] == "up" || levels[5] == "status", let object = piece.object
    else { return [] }
    let name = object["deviceInfo"]?["deviceName"]?.text ?? levels[3]
    return [.sensor(.chirpstack, topic: piece.joined(0..<4), label: name)]
  }
}

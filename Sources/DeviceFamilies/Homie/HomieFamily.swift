import GardenCore
import PayloadJSON

extension Family {
  package static let homie = Family(
    name: "homie", summary: "devices that follow the Homie convention 3, 4 or 5",
    topic:
      "the device: homie/greenhouse, or in version 5 homie/5/greenhouse; actuators also the property: homie/greenhouse/heater/setpoint",
    example: Example(
      sensor: ["topic: homie/greenhouse", "fields: {moisture: soil.moisture}"],
      valve: [
        "topic: homie/greenhouse/valve/open", "no_device_timer: accepted  # nothing closes it but Loam",
        "no_meter: accepted  # nothing but its own word says that it is closed",
      ]),
    options: [.sensorPart, .fields, .availability, .temperatureUnit, .part, .time], quantities: [],
    sensor: HomieSensor.init, valve: HomieProperty.init, thermostat: HomieProperty.init,
    recognizer: Recognizer(.own, HomieRecognizer.candidates),
    paths: "<node>.<property>: soil.moisture", hasBareValues: true, saysSleep: true)
}

/// Homie's properties, with what their attributes say about them.
enum HomieRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let count = piece.levels.count
    guard count >= 4, piece.levels[(count - 3)...].allSatisfy({ !$0.hasPrefix("$") && $0 != "set" }) else {
      return []
    }
    let device = piece.joined(0..<(count - 2))
    let (node, property) = (piece.levels[count - 2], piece.levels[count - 1])
    guard piece.heard.word(at: device + "/$homie") != nil || piece.heard.word(at: device + "/$state") != nil
    else { return [] }
    let name = piece.heard.word(at: device + "/$name") ?? piece.levels[count - 3]
    let label = ["sensor", "soil", "probe"].contains(node.lowercased()) ? name : "\(name) \(node)"
    if piece.heard.word(at: piece.topic + "/$settable") == "true" {
      return actuator(piece, property, "\(name) \(node)")
    }
    let unit = piece.heard.word(at: piece.topic + "/$unit")
    guard piece.isNumber, let meaning = meaning(property, unit),
      let guess = FieldGuess.ofOneValue(
        meaning, name: property, number: piece.number, unit: unit, heard: piece.numbers(),
        at: FieldPath([.key(node), .key(property)]))
    else { return [] }
    var field = guess.mapping
    // The device's own unit, which it may say later or change, is read by its decoder.
    if unit != nil, field.unit == .plain(field.quantity) { field.unit = .canonical }
    return [
      .sensor(
        .homie, topic: device, fields: [field], doubt: guess.doubt, identity: "\(device) \(node)",
        label: label)
    ]
  }

  private static func meaning(_ property: String, _ unit: String?) -> QuantityWords.Meaning? {
    var meaning = QuantityWords.meaning(of: property)
    if meaning == nil, unit == "lx" { meaning = QuantityWords.Meaning(quantity: .light, rest: "") }
    return meaning
  }

  private static func actuator(_ piece: HeardPiece, _ property: String, _ label: String) -> [DeviceCandidate]
  {
    let unit = piece.heard.word(at: piece.topic + "/$unit")
    if unit == "°C", piece.isNumber { return [.thermostat(.homie, topic: piece.topic, label: label)] }
    if piece.payload.textEquals("true") || piece.payload.textEquals("false") {
      var candidate = DeviceCandidate.valve(
        .homie, topic: piece.topic, label: label, doubts: ["a switch: make sure that it is a valve"])
      candidate.isGuess = true
      return [candidate]
    }
    return []
  }
}

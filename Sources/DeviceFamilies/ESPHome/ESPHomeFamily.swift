import GardenCore
import PayloadJSON

extension Family {
  package static let esphome = Family(
    name: "esphome",
    summary: "ESPHome nodes with the mqtt component: every sensor; switches, valves, numbers and climates",
    topic: "the node's topic prefix: greenhouse",
    example: Example(
      sensor: ["topic: greenhouse  # its sensor is called soil_moisture"],
      valve: [
        "topic: greenhouse", "part: bed", "command_topic: greenhouse/bed/run  # config/esphome-valve.yaml",
      ]),
    options: [.fields, .availability, .temperatureUnit, .part, .commandTopic, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: ESPHomeSensor.init, valve: ESPHomeSwitch.init, thermostat: ESPHomeSetpoint.init,
    recognizer: Recognizer(.shared, ESPHomeRecognizer.candidates),
    closesByItself:
      "put the script of config/esphome-valve.yaml on the node and name its topic with command_topic",
    paths: "an object id, or component and object id: number.dry_below", hasBareValues: true)
}

/// ESPHome's nodes: `<prefix>/<component>/<object id>/state`.
enum ESPHomeRecognizer {
  private static let own: [String: Quantity] = [
    "soil_moisture": .moisture, "soil_temperature": .temperature, "humidity": .humidity,
    "illuminance": .light, "soil_conductivity": .conductivity, "battery_level": .battery,
  ]

  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let count = piece.levels.count
    guard count >= 4, piece.levels[count - 1] == "state" else { return [] }
    if piece.levels[count - 2] == "target_temperature", count >= 5, piece.levels[count - 4] == "climate" {
      let (prefix, id) = (piece.joined(0..<(count - 4)), piece.levels[count - 3])
      return piece.isNumber
        ? [.thermostat(.esphome, topic: prefix, part: "climate/\(id)", label: "\(prefix) \(id)")] : []
    }
    let (prefix, id) = (piece.joined(0..<(count - 3)), piece.levels[count - 2])
    switch piece.levels[count - 3] {
    case "sensor" where piece.isNumber: return sensor(piece, prefix, id, path: [.key(id)])
    case "number" where piece.isNumber: return sensor(piece, prefix, id, path: [.key("number"), .key(id)])
    case "binary_sensor":
      let path = FieldPath([.key("binary_sensor"), .key(id)])
      guard piece.payload.byteCount <= 3, let guess = DigitalGuess.guess(id, piece.payload.text, at: path),
        let field = guess.mapping
      else { return [] }
      return [
        .sensor(
          .esphome, topic: prefix, fields: [field], doubt: guess.doubt, identity: "\(prefix) \(id)",
          label: "\(prefix) \(id)")
      ]
    case "valve" where ["open", "opening", "closed", "closing"].contains { piece.payload.textEquals($0) }:
      return [.valve(.esphome, topic: prefix, part: "valve/\(id)", label: "\(prefix) \(id)")]
    case "switch" where piece.payload.textEquals("ON") || piece.payload.textEquals("OFF"):
      let isValve = ["valve", "pump", "water", "irrigation", "drip", "sprinkler"].contains {
        id.lowercased().contains($0)
      }
      return isValve ? [.valve(.esphome, topic: prefix, part: id, label: "\(prefix) \(id)")] : []
    default: return []
    }
  }

  private static func sensor(
    _ piece: HeardPiece, _ prefix: String, _ id: String, path: [FieldPath.Step]
  ) -> [DeviceCandidate] {
    guard let meaning = QuantityWords.meaning(of: id) else { return [] }
    var isKnown = own[id] == meaning.quantity && path.count == 1
    var field = FieldMapping(
      quantity: meaning.quantity, path: FieldPath(path), unit: meaning.unit ?? .plain(meaning.quantity))
    var doubt: String?
    if case .value(let number, let unit) = piece.payload.number() {
      let evidence = FieldGuess.Evidence(name: id, number: number, written: unit, heard: piece.numbers())
      let guess = FieldGuess(meaning, evidence, at: field.path)
      // The family takes its own ids for percent.
      if let unit = guess?.mapping?.unit, unit.isRaw || unit == .fraction { isKnown = false }
      if !isKnown {
        guard let guess, let mapping = guess.mapping else { return [] }
        (field, doubt) = (mapping, guess.doubt)
      }
    }
    return [
      .sensor(
        .esphome, topic: prefix, fields: isKnown ? [] : [field], doubt: doubt,
        identity: "\(prefix) \(meaning.rest)",
        label: meaning.rest.isEmpty ? prefix : "\(prefix) \(meaning.rest)")
    ]
  }
}

import GardenCore
import PayloadJSON

extension Family {
  package static let homeAssistant = Family(
    name: "home_assistant", summary: "entities that Home Assistant publishes with its statestream",
    topic:
      "the base topic, with entities in fields: homeassistant; or one entity: homeassistant/sensor/soil_bed_1",
    example: Example(sensor: ["topic: homeassistant", "fields: {moisture: sensor.soil_bed_1}"]),
    options: [.fields, .availability, .temperatureUnit, .time], quantities: [],
    sensor: HomeAssistantSensor.init, recognizer: Recognizer(.own, HomeAssistantRecognizer.candidates),
    actuatorsInstead:
      "statestream only publishes and takes no commands; bind the device by its own family, or an "
      + "automation's command topic with the family template",
    paths: "<domain>.<object id>, and an attribute behind it: sensor.soil_bed_1", hasBareValues: true)
}

/// Home Assistant's statestream: `<base>/sensor/<object id>/state`, which ESPHome's topics look like. It is Home Assistant's where
/// attributes or times stand beside it, or below a base that is called so.
enum HomeAssistantRecognizer {
  private static let bases = ["homeassistant", "hass", "ha", "statestream", "home_assistant"]

  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let count = piece.levels.count
    guard count >= 4, piece.levels[count - 1] == "state" else { return [] }
    if piece.levels[count - 3] == "binary_sensor" { return digital(piece) }
    guard piece.levels[count - 3] == "sensor", piece.isNumber else { return [] }
    let base = piece.joined(0..<(count - 3))
    let entity = piece.joined(0..<(count - 1))
    func attribute(_ name: String) -> String? {
      piece.heard.word(at: "\(entity)/\(name)")?.replacing("\"", with: "")
    }
    let unit = attribute("unit_of_measurement")
    let isOurs =
      bases.contains(base.lowercased()) || unit != nil || attribute("last_updated") != nil
      || attribute("last_changed") != nil
    let id = piece.levels[count - 2]
    guard isOurs, let meaning = meaning(id, unit, attribute("device_class")),
      let guess = FieldGuess.ofOneValue(
        meaning, name: id, number: piece.number, unit: unit, heard: piece.numbers(),
        at: FieldPath([.key("sensor"), .key(id)]))
    else { return [] }
    var field = guess.mapping
    // Home Assistant's own unit, which its owner may change, is read by the decoder.
    if unit != nil, !field.unit.isRaw { field.unit = .canonical }
    let name = meaning.rest.isEmpty ? id : meaning.rest
    return [
      .sensor(
        .homeAssistant, topic: base, fields: [field], doubt: guess.doubt,
        identity: "\(base) \(meaning.rest)", label: name)
    ]
  }

  /// `on` or `off` of an entity whose name speaks of dry or moist soil.
  private static func digital(_ piece: HeardPiece) -> [DeviceCandidate] {
    let base = piece.joined(0..<(piece.levels.count - 3))
    let id = piece.levels[piece.levels.count - 2]
    let path = FieldPath([.key("binary_sensor"), .key(id)])
    guard bases.contains(base.lowercased()), piece.payload.byteCount <= 5,
      let guess = DigitalGuess.guess(id, piece.payload.root?.text ?? piece.payload.text, at: path),
      let field = guess.mapping
    else { return [] }
    return [
      .sensor(
        .homeAssistant, topic: base, fields: [field], doubt: guess.doubt, identity: "\(base) \(id)",
        label: id)
    ]
  }

  private static func meaning(_ id: String, _ unit: String?, _ kind: String?) -> QuantityWords.Meaning? {
    var meaning = QuantityWords.meaning(of: id)
    let quantity: Quantity?
    switch kind {
    case "moisture": quantity = .moisture
    case "temperature": quantity = .temperature
    case "humidity": quantity = meaning?.quantity == .moisture ? .moisture : .humidity
    case "illuminance": quantity = .light
    case "conductivity": quantity = .conductivity
    case "battery": quantity = .battery
    default: quantity = unit == "lx" ? .light : unit == "°C" || unit == "°F" ? .temperature : nil
    }
    if let quantity {
      meaning = QuantityWords.Meaning(
        quantity: quantity, rest: meaning?.rest ?? id, unit: meaning?.unit, flagWhenWell: nil)
    }
    return meaning
  }
}

import GardenCore
import PayloadJSON

extension Family {
  package static let rtl433 = Family(
    name: "rtl_433", summary: "radio probes through rtl_433: events or the tree of devices",
    topic:
      "the events topic, rtl_433/garden/events, with select; or the device, rtl_433/garden/devices/Fineoffset-WH51/006b58",
    example: Example(sensor: ["topic: rtl_433/garden/events", "select: {model: Fineoffset-WH51, id: 006b58}"]
    ),
    options: [.select, .fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .battery],
    sensor: { (binding) throws(BindingProblem) in
      if RTL433Topics.isDevice(binding.topic) { return try RTL433Device(binding) }
      return try RTL433Sensor(binding)
    },
    recognizer: Recognizer(.own, RTL433Recognizer.candidates),
    paths: "a key of the event, or a level below the device: moisture")
}

/// Radio sensors by the `model` of rtl_433's events, or by its tree of devices where the events are not published.
enum RTL433Recognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let tree = fieldOfADevice(piece)
    return tree.isEmpty ? event(piece) : tree
  }

  /// `<base>/devices/<model>[/…]/<id>/<field>`. Other programs have a level that is called so: it is rtl_433's below its own name, or
  /// where the other fields of a reception stand beside it.
  private static func fieldOfADevice(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let at = piece.levels.firstIndex(of: "devices"), at > 0, piece.levels.count >= at + 4,
      QuantityWords.isMeasured(piece.levels[piece.levels.count - 1]), piece.isNumber
    else { return [] }
    let device = piece.joined(0..<(piece.levels.count - 1))
    let isReception =
      piece.heard.word(at: device + "/time") != nil
      && ["id", "mic", "battery_ok", "protocol"].contains { piece.heard.word(at: "\(device)/\($0)") != nil }
    guard isReception || piece.levels[..<at].contains(where: { $0.lowercased().hasPrefix("rtl_433") }) else {
      return []
    }
    let name = piece.levels[(at + 1)..<(piece.levels.count - 1)].joined(separator: " ")
    return [
      .sensor(.rtl433, topic: piece.joined(0..<(piece.levels.count - 1)), identity: name, label: name)
    ]
  }

  private static func event(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let object = piece.object, let model = object["model"]?.text,
      piece.levels.last == "events" || (object["time"] != nil && object["mic"] != nil),
      object.measures
    else { return [] }
    var select = [match("model", model)]
    var name = model
    // In the order of the tree of devices, so that both are one device.
    for key in ["subtype", "channel", "id"] {
      guard let value = object[key].flatMap(word) else { continue }
      select.append(match(key, value))
      name += " \(value)"
    }
    guard select.count > 1 else { return [] }
    var candidate = DeviceCandidate.sensor(
      .rtl433, topic: piece.topic, select: select, identity: name, label: name)
    candidate.preference = 1
    return [candidate]
  }

  private static func match(_ key: String, _ value: String) -> FieldMatch {
    FieldMatch(path: FieldPath([.key(key)]), value: value)
  }

  private static func word(_ value: JSONValue) -> String? { value.text ?? value.integer.map { String($0) } }
}

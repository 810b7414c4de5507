import PayloadJSON

/// Radio sensors by the `model` of rtl_433's events, or by its tree of devices where the events are not published.
enum RTL433Recognizer {
  private static let quantities = ["moisture", "temperature_C", "temperature_F", "humidity", "light_lux"]

  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let tree = fieldOfADevice(piece)
    return tree.isEmpty ? event(piece) : tree
  }

  /// `<base>/devices/<model>[/…]/<id>/<field>`.
  private static func fieldOfADevice(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let at = piece.levels.firstIndex(of: "devices"), at > 0, piece.levels.count >= at + 4,
      quantities.contains(piece.levels[piece.levels.count - 1]), piece.isNumber
    else { return [] }
    let name = "\(piece.levels[at + 1]) \(piece.levels[piece.levels.count - 2])"
    return [
      .sensor(.rtl433, topic: piece.joined(0..<(piece.levels.count - 1)), identity: name, label: name)
    ]
  }

  private static func event(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let object = piece.object, let model = object["model"]?.text,
      piece.levels.last == "events" || (object["time"] != nil && object["mic"] != nil),
      quantities.contains(where: { object[$0] != nil })
    else { return [] }
    var select = [match("model", model)]
    var name = model
    for key in ["id", "channel"] {
      guard let value = object[key].flatMap(word) else { continue }
      // An id is enough: several channels of one id are told apart by it on no known sensor.
      if key == "channel", select.count > 1 { continue }
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

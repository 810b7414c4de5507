import GardenCore
import PayloadJSON

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
    guard piece.isNumber, let meaning = meaning(property, unit) else { return [] }
    let field = FieldMapping(
      quantity: meaning.quantity, path: FieldPath([.key(node), .key(property)]), unit: meaning.unit)
    return [
      .sensor(.homie, topic: device, fields: [field], identity: "\(device) \(node)", label: label)
    ]
  }

  private static func meaning(_ property: String, _ unit: String?) -> (quantity: Quantity, unit: FieldUnit)? {
    let quantity = QuantityWords.meaning(of: property)?.quantity
    switch unit {
    case "lx": return (.light, .canonical)
    case "°F" where quantity == .temperature: return (.temperature, .fahrenheit)
    case "K" where quantity == .temperature: return (.temperature, .kelvin)
    default: return quantity.map { ($0, .canonical) }
    }
  }

  private static func actuator(_ piece: HeardPiece, _ property: String, _ label: String) -> [DeviceCandidate]
  {
    let unit = piece.heard.word(at: piece.topic + "/$unit")
    if unit == "°C", piece.isNumber { return [.thermostat(.homie, topic: piece.topic, label: label)] }
    if piece.payload.textEquals("true") || piece.payload.textEquals("false") {
      var candidate = DeviceCandidate.valve(
        .homie, topic: piece.topic, label: label, remarks: ["a switch: make sure that it is a valve"])
      candidate.isGuess = true
      return [candidate]
    }
    return []
  }
}

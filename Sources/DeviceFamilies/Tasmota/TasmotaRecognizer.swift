import GardenCore
import PayloadJSON

/// Tasmota's devices by their `SENSOR`, `STATE`, `RESULT` and `STATUS8` topics.
enum TasmotaRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let last = piece.levels.last, let object = piece.object else { return [] }
    switch last {
    case "SENSOR":
      guard let topic = device(piece, "tele") else { return [] }
      return sensors(topic, object)
    case "STATUS8", "STATUS10":
      guard let topic = device(piece, "stat"), let status = object["StatusSNS"] else { return [] }
      return sensors(topic, status)
    case "STATE": return device(piece, "tele").map { relays($0, object) } ?? []
    case "RESULT": return device(piece, "stat").map { relays($0, object) } ?? []
    default: return []
    }
  }

  /// What the config calls the device's topic.
  private static func device(_ piece: HeardPiece, _ prefix: String) -> String? {
    var levels = Array(piece.levels.dropLast())
    guard levels.count > 1, let at = levels.firstIndex(of: prefix) else { return nil }
    if at == 0 { return levels.dropFirst().joined(separator: "/") }
    levels[at] = "%prefix%"
    return levels.joined(separator: "/")
  }

  private static func label(_ topic: String) -> String {
    topic.split(separator: "/").filter { $0 != "%prefix%" }.joined(separator: "/")
  }

  private static func sensors(_ topic: String, _ object: JSONValue) -> [DeviceCandidate] {
    var identified: [(key: String, id: String)] = []
    var temperatures = 0
    var analog: [DeviceCandidate] = []
    var hasQuantity = false
    object.forEachField { field in
      guard field.value.kind == .object else { return true }
      let key = field.name
      if key == "ANALOG" {
        analog = self.analog(topic, field.value)
      } else if known.contains(where: { field.value[$0] != nil }) {
        hasQuantity = true
        if field.value["Temperature"] != nil { temperatures += 1 }
        if let id = field.value["Id"]?.text { identified.append((key, id)) }
      }
      return true
    }
    let name = label(topic)
    if temperatures > 1, !identified.isEmpty {
      return identified.map { block in
        .sensor(
          .tasmota, topic: topic, select: [FieldMatch(path: FieldPath([.key("Id")]), value: block.id)],
          identity: "\(topic) \(block.id)", label: "\(name) \(block.id.suffix(6))")
      } + analog
    }
    if !analog.isEmpty { return analog }
    return hasQuantity ? [.sensor(.tasmota, topic: topic, label: name)] : []
  }

  private static let known = [
    "Temperature", "Humidity", "Moisture", "Illuminance", "Fertility", "Power",
  ]

  /// An analog pin says nothing about what hangs on it: on a garden's broker a soil probe is likely.
  private static func analog(_ topic: String, _ block: JSONValue) -> [DeviceCandidate] {
    var pins: [(key: String, value: Double)] = []
    block.forEachField { field in
      if let value = field.value.double { pins.append((field.name, value)) }
      return true
    }
    return pins.map { pin in
      let path = FieldPath([.key("ANALOG"), .key(pin.key)])
      let isPercent = pin.key.hasPrefix("Range") && (0...100).contains(pin.value)
      let field =
        isPercent
        ? FieldMapping(quantity: .moisture, path: path) : RawProbe.mapping(path, seen: pin.value)
      var candidate = DeviceCandidate.sensor(
        .tasmota, topic: topic, fields: [field], identity: "\(topic) \(pin.key)",
        label: pins.count == 1 ? label(topic) : "\(label(topic)) \(pin.key)")
      candidate.isGuess = true
      if !isPercent { candidate.remarks = [RawProbe.remark] }
      return candidate
    }
  }

  private static func relays(_ topic: String, _ object: JSONValue) -> [DeviceCandidate] {
    var relays: [DeviceCandidate] = []
    object.forEachField { field in
      let name = field.name
      guard name.hasPrefix("POWER"), SwitchWord.isOn(field.value) != nil else { return true }
      let number = String(name.dropFirst(5))
      guard number.isEmpty || Int(number).map({ (1...32).contains($0) }) == true else { return true }
      var candidate = DeviceCandidate.valve(
        .tasmota, topic: topic, part: number.isEmpty || number == "1" ? nil : number,
        label: number.isEmpty ? label(topic) : "\(label(topic)) \(number)",
        remarks: ["a relay: make sure that it is a valve"])
      candidate.isGuess = true
      relays.append(candidate)
      return true
    }
    return relays
  }
}

import GardenCore
import PayloadJSON

extension Family {
  package static let tasmota = Family(
    name: "tasmota", summary: "Tasmota: DS18B20, analog and MiFlora probes; relays as valves with PulseTime",
    topic: "the device's topic: greenhouse; or its FullTopic with %prefix%: greenhouse/%prefix%",
    example: Example(
      sensor: [
        "topic: bed-probe",
        "fields: {moisture: {path: ANALOG.A0, unit: raw, calibration: {dry: 720, wet: 260}}}",
      ],
      valve: ["topic: bed-valve", "part: 1  # POWER1"]),
    options: [.select, .fields, .availability, .temperatureUnit, .part, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .power, .battery],
    sensor: TasmotaSensor.init, valve: TasmotaRelay.init,
    recognizer: Recognizer(.own, TasmotaRecognizer.candidates),
    paths: "the root of SENSOR: ANALOG.A0; with select the block that it picks: Temperature")
}

/// Tasmota's devices by their `SENSOR`, `STATE`, `RESULT` and `STATUS8` topics.
enum TasmotaRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let last = piece.levels.last, let object = piece.object else { return [] }
    switch last {
    case "SENSOR":
      guard let topic = device(piece, "tele") else { return [] }
      return sensors(topic, object, piece)
    case "STATUS8", "STATUS10":
      guard let topic = device(piece, "stat"), let status = object["StatusSNS"] else { return [] }
      return sensors(topic, status, piece)
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

  private struct Block {
    var key: String
    var quantities: [(quantity: Quantity, key: String)]
    /// One of its own fields that tells it from its neighbours.
    var identity: FieldMatch?
  }

  private static func sensors(_ topic: String, _ object: JSONValue, _ piece: HeardPiece) -> [DeviceCandidate]
  {
    var blocks: [Block] = []
    var analog: [DeviceCandidate] = []
    object.forEachField { field in
      guard field.value.kind == .object, blocks.count < 32 else { return true }
      let key = field.name
      if key == "ANALOG" {
        analog = self.analog(topic, field.value, piece)
      } else {
        let quantities = known.filter { field.value[$0.key] != nil }
        if quantities.isEmpty { return true }
        blocks.append(Block(key: key, quantities: quantities, identity: identity(field.value)))
      }
      return true
    }
    let all = blocks.flatMap { $0.quantities.map(\.quantity) }
    if Set(all).count < all.count { return blocks.map { candidate(topic, $0) } + analog }
    if !analog.isEmpty { return analog }
    return blocks.isEmpty
      ? [] : [raw(topic, object, blocks, piece) ?? .sensor(.tasmota, topic: topic, label: label(topic))]
  }

  /// A Chirp says its own number where others say percent.
  private static func raw(_ topic: String, _ object: JSONValue, _ blocks: [Block], _ piece: HeardPiece)
    -> DeviceCandidate?
  {
    for block in blocks {
      let path = FieldPath([.key(block.key), .key("Moisture")])
      guard let number = object[block.key]?["Moisture"]?.double,
        let guess = FieldGuess(
          FieldGuess.Evidence(name: "Moisture", number: number, heard: piece.numbers(at: path.text)), at: path
        ),
        let field = guess.mapping, field.unit.isRaw
      else { continue }
      return .sensor(.tasmota, topic: topic, fields: [field], doubt: guess.doubt, label: label(topic))
    }
    return nil
  }

  private static let known: [(quantity: Quantity, key: String)] = [
    (.temperature, "Temperature"), (.humidity, "Humidity"), (.moisture, "Moisture"), (.light, "Illuminance"),
    (.conductivity, "Fertility"), (.battery, "Battery"), (.power, "Power"),
  ]

  private static func identity(_ block: JSONValue) -> FieldMatch? {
    ["Id", "mac", "MAC"].lazy.compactMap { key in
      block[key]?.text.map { FieldMatch(path: FieldPath([.key(key)]), value: $0) }
    }.first
  }

  /// One of several blocks that measure the same.
  private static func candidate(_ topic: String, _ block: Block) -> DeviceCandidate {
    if let match = block.identity {
      return .sensor(
        .tasmota, topic: topic, select: [match], identity: "\(topic) \(match.value)",
        label: "\(label(topic)) \(match.value.filter { $0 != ":" }.suffix(6))")
    }
    let fields = block.quantities.map { one in
      FieldMapping(
        quantity: one.quantity, path: FieldPath([.key(block.key), .key(one.key)]),
        unit: one.quantity == .temperature ? .canonical : .plain(one.quantity))
    }
    return .sensor(
      .tasmota, topic: topic, fields: fields, identity: "\(topic) \(block.key)",
      label: "\(label(topic)) \(block.key)")
  }

  /// An analog pin says nothing about what hangs on it, unless its owner gave it a name.
  private static func analog(_ topic: String, _ block: JSONValue, _ piece: HeardPiece) -> [DeviceCandidate] {
    let root: [FieldPath.Step] = [.key("ANALOG")]
    var probes = GuessedFields(block, of: piece, at: root).probes.filter(\.isUseful)
    let isNamed = probes.contains { $0.fields.contains { $0.quantity == .moisture } }
    block.forEachField { field in
      let name = field.name
      guard !isNamed, name.hasPrefix("Range"), let number = field.value.double else { return true }
      let guess = FieldGuess(pin: name, number, at: FieldPath(root + [.key(name)]), isScaled: true)
      probes.append(
        GuessedFields.Probe(
          name: name, fields: [guess.mapping].compactMap(\.self),
          doubts: [guess.doubt].compactMap { $0.map { DeviceCandidate.Doubt(text: $0) } }))
      return true
    }
    return probes.map { probe in
      var candidate = DeviceCandidate.sensor(
        .tasmota, topic: topic, fields: probe.fields, identity: "\(topic) \(probe.name)",
        label: probes.count == 1 ? label(topic) : "\(label(topic)) \(probe.name)")
      candidate.isGuess = true
      candidate.doubts = probe.doubts
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
        doubts: ["a relay: make sure that it is a valve"])
      candidate.isGuess = true
      relays.append(candidate)
      return true
    }
    return relays
  }
}

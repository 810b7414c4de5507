import GardenCore
import PayloadJSON

extension Family {
  package static let shelly = Family(
    name: "shelly", summary: "Shelly of every generation, with relays and radiator valves",
    topic:
      "the device's prefix: shellyplus1-a8032ab12345, for the first generation shellies/shelly1-B9CD12; part says which component",
    example: Example(
      sensor: [
        "topic: shellyplusuni-a8032ab6f0e1",
        "fields: {moisture: {path: voltmeter:100.voltage, unit: V, calibration: {dry: 2.6, wet: 1.1}}}",
      ],
      valve: ["topic: shellyplus1-a8032ab12345", "part: 0"]),
    options: [.sensorPart, .fields, .availability, .temperatureUnit, .part, .time],
    quantities: [.temperature, .humidity, .light, .power, .battery],
    sensor: { (binding) throws(BindingProblem) in
      guard ShellyGeneration.isFirst(binding.topic) else { return try ShellySensor(binding) }
      return try ShellyGen1Sensor(binding)
    },
    valve: { (binding) throws(BindingProblem) in
      guard ShellyGeneration.isFirst(binding.topic) else { return try ShellySwitch(binding) }
      return try ShellyGen1Relay(binding)
    },
    thermostat: { (binding) throws(BindingProblem) in
      guard ShellyGeneration.isFirst(binding.topic) else { return try ShellyThermostat(binding) }
      return try ShellyGen1Thermostat(binding)
    },
    recognizer: Recognizer(.own, ShellyRecognizer.candidates),
    closesByItself:
      "use a Shelly of the second generation or later, which closes by itself, and at least set auto_off in this one",
    paths:
      "the component, then its key: voltmeter:100.voltage; first generation: levels below the device: sensor.temperature"
  )
}

/// Devices of the first generation always publish below `shellies/`, later ones below a prefix of the owner's choice, by
/// default their id. The prefix of a later one must not begin with `shellies/`.
enum ShellyGeneration {
  static func isFirst(_ topic: String) -> Bool { topic.hasPrefix("shellies/") }

  /// The number of a relay or of an add-on's sensor.
  static func number(_ part: String?, default number: Int, _ hint: String) throws(BindingProblem) -> Int {
    guard let part else { return number }
    guard let number = Int(part), (0...999).contains(number), part == "\(number)" else {
      throw .badPart(part, hint)
    }
    return number
  }
}

/// Shelly's devices: the first generation by `shellies/`, later ones by their components (`temperature:0`) in a status or a notification.
enum ShellyRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    if piece.levels[0] == "shellies", piece.levels.count >= 4 { return first(piece) }
    let count = piece.levels.count
    guard count >= 3, let object = piece.object else { return [] }
    if piece.levels[count - 2] == "status", piece.levels[count - 1].contains(":") {
      return component(piece.joined(0..<(count - 2)), piece.levels[count - 1], object)
    }
    guard piece.levels[count - 2] == "events", piece.levels[count - 1] == "rpc",
      let parameters = object["params"]
    else { return [] }
    var candidates: [DeviceCandidate] = []
    let prefix = piece.joined(0..<(count - 2))
    parameters.forEachField { field in
      candidates += component(prefix, field.name, field.value)
      return candidates.count < 32
    }
    return candidates
  }

  private static func first(_ piece: HeardPiece) -> [DeviceCandidate] {
    let (device, id) = (piece.joined(0..<2), piece.levels[1])
    switch piece.levels[2] {
    case "sensor" where ["temperature", "humidity", "lux", "battery"].contains(piece.levels[3]):
      return [.sensor(.shelly, topic: device, label: id)]
    case "ext_temperature", "ext_humidity":
      guard Int(piece.levels[3]) != nil else { return [] }
      return [addOn(device, id, piece.levels[3])]
    case "relay" where piece.levels.count == 5 && piece.levels[3] == "0" && piece.levels[4] == "power":
      return [.sensor(.shelly, topic: device, label: id)]
    case "relay" where piece.levels.count == 4:
      guard piece.payload.textEquals("on") || piece.payload.textEquals("off") else { return [] }
      return [relay(device, id, piece.levels[3])]
    default: return []
    }
  }

  private static func component(_ prefix: String, _ name: String, _ value: JSONValue) -> [DeviceCandidate] {
    let pieces = name.split(separator: ":")
    guard pieces.count == 2, let number = Int(pieces[1]), value.kind == .object else { return [] }
    switch pieces[0] {
    case "temperature", "humidity", "illuminance":
      return [
        number == 0 ? .sensor(.shelly, topic: prefix, label: prefix) : addOn(prefix, prefix, "\(number)")
      ]
    case "switch":
      let power: [DeviceCandidate] =
        number == 0 && value["apower"] != nil ? [.sensor(.shelly, topic: prefix, label: prefix)] : []
      return (value["output"]?.bool != nil ? [relay(prefix, prefix, "\(number)")] : []) + power
    default: return []
    }
  }

  private static func addOn(_ topic: String, _ name: String, _ number: String) -> DeviceCandidate {
    var binding = SensorBinding(sensor: SensorIndex(0), family: .shelly, topic: topic)
    binding.part = number
    return DeviceCandidate(.sensor(binding), identity: "\(topic) \(number)", label: "\(name) \(number)")
  }

  private static func relay(_ topic: String, _ name: String, _ number: String) -> DeviceCandidate {
    var candidate = DeviceCandidate.valve(
      .shelly, topic: topic, part: number == "0" ? nil : number,
      label: number == "0" ? name : "\(name) \(number)", doubts: ["a relay: make sure that it is a valve"])
    candidate.isGuess = true
    return candidate
  }
}

import GardenCore
import PayloadJSON

extension Family {
  package static let ecowitt2mqtt = Family(
    name: "ecowitt2mqtt", summary: "Ecowitt gateways through ecowitt2mqtt",
    topic: "the gateway's topic, as in --mqtt-topic: ecowitt2mqtt/garden; part says which probe",
    example: Example(sensor: ["topic: ecowitt2mqtt/garden", "part: soil1"]),
    options: [.sensorPart, .select, .fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .humidity, .light],
    sensor: Ecowitt2MQTTSensor.init, recognizer: Recognizer(.shared, Ecowitt2MQTTRecognizer.candidates),
    quantitiesOfPart: { EcowittProbe($0)?.fields.map(\.quantity) },
    paths: "a key: soilad1")
}

/// The probes of an Ecowitt gateway, each a device of its own.
///
/// Units are nowhere in the message. The gateway's own room temperature tells them: above 45 it is in °F.
enum Ecowitt2MQTTRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let object = piece.object, object["model"]?.text == nil || object["soilmoisture1"] != nil else {
      return []
    }
    var probes: [(part: String, name: String)] = []
    func add(_ part: String, _ name: String) {
      if !probes.contains(where: { $0.part == part }) { probes.append((part, name)) }
    }
    object.forEachField { field in
      let name = field.name
      if name == "temp" || name == "tempf" { add("outdoor", "outdoor") }
      if name == "tempin" || name == "tempinf" { add("indoor", "indoor") }
      if let channel = channel(name, "soilmoisture") { add("soil\(channel)", "soil \(channel)") }
      if let channel = channel(name, "tf_ch") { add("tf\(channel)", "thermometer \(channel)") }
      if let channel = channel(name, "temp") { add("air\(channel)", "air \(channel)") }
      return probes.count < 32
    }
    let isGateway = ["tempin", "tempinf", "soilbatt1", "wh65batt", "wh26batt"].contains { object[$0] != nil }
    guard isGateway, !probes.isEmpty else { return [] }
    // With --raw-data the names say it.
    let isMetric = object["tempin"]?.double.map { $0 < 45 } ?? false
    let station = piece.levels.last ?? piece.topic
    return probes.map { probe in
      var binding = SensorBinding(
        sensor: SensorIndex(0), family: .ecowitt2mqtt, topic: piece.topic,
        temperatureUnit: isMetric ? .celsius : nil)
      binding.part = probe.part
      var candidate = DeviceCandidate(
        .sensor(binding), identity: "\(piece.topic) \(probe.part)", label: "\(station) \(probe.name)")
      if object["tempinf"] == nil, !probe.part.hasPrefix("soil") {
        let unit = isMetric ? "°C" : "°F"
        candidate.doubts = [
          DeviceCandidate.Doubt(
            text:
              "the message says no unit; \(unit) is taken from the temperature indoors: see temperature_unit")
        ]
      }
      return candidate
    }
  }

  /// `tf_ch1`; with `--raw-data` `temp1f`.
  private static func channel(_ name: String, _ prefix: String) -> Int? {
    guard name.hasPrefix(prefix) else { return nil }
    var digits = name.dropFirst(prefix.count)
    if digits.last == "f" { digits = digits.dropLast() }
    return Int(digits).flatMap { (1...16).contains($0) ? $0 : nil }
  }
}

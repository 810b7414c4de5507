import GardenCore
import PayloadJSON

extension Family {
  package static let mifloraDaemon = Family(
    name: "miflora_daemon", summary: "MiFlora probes through miflora-mqtt-daemon, in any of its modes",
    topic:
      "the flower's topic: miflora/fern, homeassistant/sensor/fern/state, miflora/status/fern or homie/fern",
    example: Example(sensor: ["topic: miflora/strawberries"]),
    options: [.fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .light, .conductivity, .battery],
    sensor: MiFloraDaemonSensor.init, recognizer: Recognizer(.own, MiFloraDaemonRecognizer.candidates),
    paths: "a key: moisture")
}

/// miflora-mqtt-daemon by the five keys that it always writes together, or by its smart-home topics. Its Homie mode is a Homie
/// device like any other.
enum MiFloraDaemonRecognizer {
  private static let keys = ["light", "moisture", "temperature", "conductivity", "battery"]

  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let object = piece.object else { return [] }
    var levels = piece.levels
    if levels.count >= 4, levels[levels.count - 3] == "status", keys.contains(levels[levels.count - 1]),
      object["val"] != nil, object["ts"] != nil
    {
      levels.removeLast()
      return [flower(levels.joined(separator: "/"), levels[levels.count - 1])]
    }
    guard keys.allSatisfy({ object[$0] != nil }) else { return [] }
    var count = 0
    object.forEachField { _ in
      count += 1
      return count <= keys.count
    }
    guard count == keys.count else { return [] }
    if levels.last == "state", levels.count >= 3 { levels.removeLast() }
    return [flower(piece.topic, levels[levels.count - 1])]
  }

  private static func flower(_ topic: String, _ name: String) -> DeviceCandidate {
    .sensor(.mifloraDaemon, topic: topic, label: name)
  }
}

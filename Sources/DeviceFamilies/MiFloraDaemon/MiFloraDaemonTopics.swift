/// Topics of one flower, from what the config calls its topic: any of them does, as it is seen on the broker.
///
/// | mode | topic | in the config |
/// |---|---|---|
/// | mqtt-json | `miflora/<name>` | `miflora/<name>` |
/// | homeassistant-mqtt | `<base>/sensor/<name>/state` | the same, with or without `/state` |
/// | mqtt-smarthome | `miflora/status/<name>/moisture` | `miflora/status/<name>` |
/// | mqtt-homie | `homie/<name>/sensor/moisture` | `homie/<name>` |
struct MiFloraDaemonTopics: Sendable, Hashable {
  /// Level above which everything about the flower is published.
  let flower: String
  /// mqtt-smarthome: whether the daemon is connected.
  let connected: String?

  init(_ topic: String, quantities: [String]) {
    var levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    func level(fromEnd position: Int) -> String? {
      levels.count >= position ? levels[levels.count - position] : nil
    }
    let isQuantity = level(fromEnd: 1).map { quantities.contains($0) } ?? false
    if isQuantity, level(fromEnd: 2) == "sensor", levels.count > 3 {
      levels.removeLast(2)
    } else if isQuantity, level(fromEnd: 3) == "status" {
      levels.removeLast()
    } else if level(fromEnd: 1) == "state", level(fromEnd: 3) == "sensor" {
      levels.removeLast()
    }
    flower = levels.joined(separator: "/")
    let isSmarthome = levels.count > 2 && level(fromEnd: 2) == "status"
    connected = isSmarthome ? levels.dropLast(2).joined(separator: "/") + "/connected" : nil
  }
}

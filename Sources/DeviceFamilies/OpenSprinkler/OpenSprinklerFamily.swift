import GardenCore
import PayloadJSON

extension Family {
  package static let opensprinkler = Family(
    name: "opensprinkler",
    summary: "stations of an OpenSprinkler controller, firmware 2.2.1 or later",
    topic: "the controller's publish topic: opensprinkler; part says which station",
    options: [.part, .commandTopic, .password], quantities: [],
    valve: OpenSprinklerStation.init,
    recognizer: Recognizer(.own, OpenSprinklerRecognizer.candidates))
}

/// OpenSprinkler's stations. They cannot be bound by what is heard alone: the controller's subscribe topic and its password
/// are its owner's to say.
enum OpenSprinklerRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let count = piece.levels.count
    guard count >= 3, piece.levels[count - 2] == "station", let station = Int(piece.levels[count - 1]),
      station >= 0, piece.object?["state"]?.integer != nil
    else { return [] }
    let prefix = piece.joined(0..<(count - 2))
    return [
      .valve(
        .opensprinkler, topic: prefix, part: String(station), label: "\(prefix) station \(station)",
        doubts: ["it also needs command_topic, and password_file or password_env"])
    ]
  }
}

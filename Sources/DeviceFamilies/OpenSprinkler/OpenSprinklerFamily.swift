import GardenCore
import PayloadJSON

extension Family {
  package static let opensprinkler: Family = Family(
    name: "opensprinkler", summary: "stations of an OpenSprinkler controller, firmware 2.2.1 or later",
    topic: "the controller's publish topic: opensprinkler; part says which station",
    example: Example(
      valve: [
        "topic: opensprinkler", "part: 0  # the first station", "command_topic: OS-0A1B2C3D4E5F",
        "password_file: /etc/loam/opensprinkler-password",
      ]),
    options: [.part, .commandTopic, .password], quantities: [],
    valve: OpenSprinklerStation.init,
    // Bound it is by its owner: the controller's subscribe topic and its password are not heard.
    recognizer: Recognizer(.own) { heard in
      let count = heard.levels.count
      guard count >= 3, heard.levels[count - 2] == "station", let station = Int(heard.levels[count - 1]),
        station >= 0, heard.object?["state"]?.integer != nil
      else { return [] }
      let prefix = heard.joined(0..<(count - 2))
      return [
        .valve(
          .opensprinkler, topic: prefix, part: String(station), label: "\(prefix) station \(station)",
          doubts: ["it also needs command_topic, and password_file or password_env"])
      ]
    })
}

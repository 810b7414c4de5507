import FoundationEssentials
import LoamKit
import TestKit
import Testing

/// A night that the real bridge lived through, once more.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct ReplayTests {
  private static let config = """
    site: {name: night, time_zone: Europe/Berlin}
    broker: {host: 127.0.0.1, port: 1883}
    sensors:
      basil-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/basil}
      chili-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/chili}
      fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/fern}
    plants:
      basil: {name: Basil, sensors: basil-probe, dry_below: 30%, dwell: 0s}
      chili: {name: Chili, sensors: chili-probe, dry_below: 30%, dwell: 0s}
      fern: {name: Fern, sensors: fern-probe, dry_below: 30%, dwell: 0s}
    people:
      anna: {name: Anna, devices: {anna-phone: {role: actor}}}
    reminders: {digest_window: 0s}

    """

  private struct Report: Decodable {
    struct Reminder: Decodable {
      var toldAt: Int64
      var times: Int
      var because: String
      var end: String
    }
    struct Plant: Decodable {
      var id: String
      var reminders: [Reminder]
    }
    struct Change: Decodable {
      var plant: String
      var change: String
      var text: String
    }
    var plants: [Plant]
    var rings: Int
    var changes: [Change]?
  }

  @Test func `a night that was lived replays to its reminders and its answers`() async throws {
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      var lived: [(plant: String, at: Int64, body: String)] = []
      try await Device.during("anna-phone", on: site.broker.door) { phone in
        _ = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          for (plant, moisture) in [("fern", 55), ("basil", 18), ("chili", 12)] {
            try await site.publish("zigbee2mqtt/\(plant)", #"{"soil_moisture":\#(moisture)}"#)
            if moisture > 30 { continue }
            let note = try await phone.note { $0.plant?.id.text == plant }
            lived.append((plant, note.note.ts.seconds, note.aps.alert.body ?? ""))
            if plant == "basil" {
              let ack = try await phone.press(.waterDone, of: note)
              #expect(ack.code == .accepted)
            }
          }
        }
      }
      let report = try await Self.replay(["--config", config])
      let told = report.plants.flatMap { plant in plant.reminders.map { (plant.id, $0) } }
      #expect(told.map(\.0).sorted() == lived.map(\.plant).sorted())
      for (plant, at, body) in lived {
        let reminder = try #require(told.first { $0.0 == plant }?.1)
        #expect(abs(reminder.toldAt - at) <= 1 && reminder.times == 1)
        #expect(reminder.because.hasSuffix(body), "\(reminder.because) / \(body)")
        #expect(reminder.end == (plant == "basil" ? "answered by anna-phone" : "still open"))
      }
      #expect(report.rings == lived.count)

      let lower = try site.config(
        text: Self.config.replacing("chili-probe, dry_below: 30%", with: "chili-probe, dry_below: 10%"),
        "lower.yaml")
      let changes = try #require(try await Self.replay(["--config", lower, "--against", config]).changes)
      #expect(changes.map { "\($0.plant) \($0.change)" } == ["chili gone"])
      #expect(try await Self.replay(["--config", config, "--against", config]).changes?.isEmpty == true)
    }
  }

  private static func replay(_ arguments: [String]) async throws -> Report {
    let ended = try await Program.run(Program.loam, ["replay", "--json"] + arguments)
    try #require(ended.isSuccess, "\(ended.output)")
    return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
  }

  @Test func `what cannot be replayed says why`() async throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(Self.config + "store: {path: \(folder.path)/none}\n", to: "garden.yaml")
    for (arguments, words) in [
      ([], "nothing is stored here"), (["--from", folder.file("absent.csv")], "no such file"),
      (["--from", config], "CSV"), (["--from", config, "--map", "a=basil.moisture"], "CSV"),
      (["--since", "yesterday"], "since"), (["--json", "--csv"], "one of them"),
      (["--against", folder.file("none.yaml")], "no such file"),
    ] {
      let ended = try await Program.run(Program.loam, ["replay", "--config", config] + arguments)
      #expect(!ended.isSuccess && ended.output.contains(words), "\(arguments): \(ended.output)")
    }
  }
}

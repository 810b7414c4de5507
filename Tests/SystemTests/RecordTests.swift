import FoundationEssentials
import LoamKit
import TestKit
import Testing

/// A stretch that the real bridge lived through beside `loam record`, once more.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct RecordTests {
  private static let config = """
    # Aunt Emma's flat
    site: {name: Emma, time_zone: Europe/Berlin}
    broker: {host: 127.0.0.1, port: 1883}
    sensors:
      basil-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Kitchen basil}
      chili-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Kitchen chili}
      fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Bath fern}
    plants:
      basil: {name: Basil, sensors: basil-probe, dry_below: 30%, dwell: 0s}
      chili: {name: Chili, sensors: chili-probe, dry_below: 30%, dwell: 0s}
      fern: {name: Fern, sensors: fern-probe, dry_below: 30%, dwell: 0s}
    people:
      emma: {name: Emma, devices: {emma-phone: {role: actor}}}
    reminders: {digest_window: 0s}

    """

  /// What gadgets say of themselves and of the house, and no decoder reads.
  private static let gossip =
    #""ssid":"Rosenweg 7","net":{"bssid":"aa:bb:cc:dd:ee:ff","ip":["192.0.2.7"]},"latitude":52.5163,"note":"Schmidt \"""#

  private struct Report: Decodable {
    struct Reminder: Decodable {
      var toldAt: Int64
      var times: Int
      var because: String
      var end: String
    }
    struct Plant: Decodable { var reminders: [Reminder] }
    struct Answer: Decodable {
      var at: Int64
      var device: String
      var re: String
      var code: String
    }
    var source: [String]
    var plants: [Plant]
    var answers: [Answer]
    var rings: Int
  }

  /// What the phone was told.
  private struct Lived {
    var notes: [(plant: String, at: Int64, body: String)] = []
    var answers: [String] = []
  }

  @Test func `what was lived is replayed to its reminders and answers, also under made-up names`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      let (plain, hidden) = (site.folder + "/plain.jsonl", site.folder + "/hidden.jsonl")
      let lived = try await Self.live(
        site, config, recording: [["--out", plain], ["--out", hidden, "--anonymous"]])

      let own = try await Self.replay(plain)
      let told = own.plants.map(\.reminders)
      #expect(own.rings == lived.notes.count && told.map(\.count) == [1, 1, 0])
      for (place, note) in lived.notes.enumerated() {
        let reminder = try #require(told[place].first)
        #expect(abs(reminder.toldAt - note.at) <= 1 && reminder.times == 1)
        #expect(reminder.because.hasSuffix(note.body), "\(reminder.because) / \(note.body)")
        #expect(reminder.end == (note.plant == "basil" ? "answered by emma-phone" : "still open"))
      }
      #expect(own.answers.map { "\($0.re) \($0.code)" } == lived.answers)
      #expect(
        !own.source.contains { $0.contains("broken off") || $0.contains("cannot be read") }, "\(own.source)")

      let other = try await Self.replay(hidden)
      #expect(other.rings == own.rings && other.answers.map(\.code) == own.answers.map(\.code))
      for (mine, theirs) in zip(own.plants, other.plants) {
        #expect(mine.reminders.map(\.times) == theirs.reminders.map(\.times))
        for (one, two) in zip(mine.reminders, theirs.reminders) { #expect(abs(one.toldAt - two.toldAt) <= 1) }
      }
      let text = try String(contentsOfFile: hidden, encoding: .utf8).lowercased()
      #expect(try String(contentsOfFile: plain, encoding: .utf8).contains("Rosenweg"))
      for name in ["rosenweg", "aa:bb", "192.0.2", "52.51", "schmidt", "ssid"] {
        #expect(!text.contains(name), "\(name)")
      }
      for name in ["emma", "kitchen", "basil", "chili", "fern", "127.0.0.1", site.folder.lowercased()] {
        #expect(!text.contains(name), "\(name)")
      }
      #expect(text.contains(#"\"soil_moisture\":18"#))
    }
  }

  /// The bridge and the recorders hear the same; the phone presses what it gets.
  private static func live(_ site: Site, _ config: String, recording: [[String]]) async throws -> Lived {
    var lived = Lived()
    try await Device.during("emma-phone", on: site.broker.door) { phone in
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        _ = try await BridgeRun.running(["record"] + recording[0], config) { first, _ in
          _ = try await BridgeRun.running(["record"] + recording[1], config) { second, _ in
            for recorder in [first, second] { try await recorder.wait(for: "recording ") }
            try await site.publish(
              "plants/v1/d/emma-phone/up/presence",
              #"{"v":1,"online":true,"session":"a","ts":1,\#(Self.gossip)}"#)
            for (plant, room, moisture) in [
              ("fern", "Bath", 55), ("basil", "Kitchen", 18), ("chili", "Kitchen", 12),
            ] {
              try await site.publish(
                "zigbee2mqtt/\(room) \(plant)", #"{"soil_moisture":\#(moisture),\#(Self.gossip)}"#)
              if moisture > 30 { continue }
              let note = try await phone.note { $0.plant?.id.text == plant }
              lived.notes.append((plant, note.note.ts.seconds, note.aps.alert.body ?? ""))
              for button in plant == "basil" ? [ActionName.waterDone, .waterDone] : [.waterLater] {
                let ack = try await phone.press(button, of: note)
                lived.answers.append("\(ack.re?.text ?? "") \(ack.code.rawValue)")
              }
            }
          }
        }
      }
    }
    return lived
  }

  private static func replay(_ file: String) async throws -> Report {
    let ended = try await Program.run(Program.loam, ["replay", "--json", "--from", file])
    try #require(ended.isSuccess, "\(ended.output)")
    return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
  }

  @Test func `a recorder that is killed leaves whole lines; one that ends by its time says how many`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      let killed = site.folder + "/killed.jsonl"
      try await BridgeRun.killed(config, as: ["record", "--out", killed]) { log in
        try await log.wait(for: "recording ")
      }
      let report = try await Self.replay(killed)
      #expect(report.source.contains("It was broken off."), "\(report.source)")

      let again = try await Program.run(Program.loam, ["record", "--config", config, "--out", killed])
      #expect(!again.isSuccess && again.output.contains("killed.jsonl: "), "\(again.output)")
      let timed = try await Program.run(
        Program.loam, ["record", "--config", config, "--for", "1s", "--out", site.folder + "/timed.jsonl"])
      #expect(timed.isSuccess && timed.output.contains("0 messages, "), "\(timed.output)")
    }
  }
}

import Foundation
import Subprocess
import TestKit
import Testing

/// A whole watering against a real broker, and its trail told from the log of a bridge that was killed.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct LeaseTrailTests {
  private struct Trail: Decodable {
    struct Line: Decodable {
      var at_ms: Int64
      var uptime_ms: Int64
      var boot: String?
      var kind: String
      var by: String?
      var text: String
    }
    var lease: String
    var actuator: String
    var plant: String?
    var proved: Bool
    var dropped: Int
    var lines: [Line]
  }

  private func publish(_ payload: String, to topic: String, _ site: Site) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", site.port, "-q", "1", "-t", topic, "-m", payload])
    try #require(sent.isSuccess, "\(sent.output)")
  }

  /// Orders water for longer than any machine takes for the test. The valve is played by the test: it says `ON` when told.
  private func water(_ config: String, _ heard: LogWatch, _ site: Site) async throws {
    try await heard.wait(for: "\"online\":true")
    try await heard.wait(for: "OFF")
    try await publish(#"{"state":"OFF"}"#, to: "zigbee2mqtt/bed-valve", site)
    try await publish("OFF", to: "garden/rain", site)
    let asked = try await Program.run(
      Program.loam, ["water", "aloe", "--seconds", "300", "--config", config])
    try #require(asked.isSuccess, "\(asked.output)")
    try await heard.wait(for: "\"on_time\":300")
    try await publish(#"{"state":"ON"}"#, to: "zigbee2mqtt/bed-valve", site)
  }

  /// A person stops it, and the valve says `OFF` when told.
  private func stops(_ config: String, _ heard: LogWatch, _ site: Site) async throws {
    let before = await heard.count("OFF")
    let asked = try await Program.run(Program.loam, ["stop", "aloe", "--config", config])
    try #require(asked.isSuccess, "\(asked.output)")
    try await heard.wait(for: "OFF", times: before + 1)
    try await publish(#"{"state":"OFF"}"#, to: "zigbee2mqtt/bed-valve", site)
    try await told("proved", by: config)
  }

  private func listening(_ site: Site, _ body: (LogWatch) async throws -> Void) async throws {
    try await BridgeRun.listening(
      to: ["zigbee2mqtt/bed-valve/set", "plants/v1/bridge/status"], on: site.port, body)
  }

  /// Until the log holds that line; the disk may lag behind the broker.
  private func told(_ kind: String, by config: String) async throws {
    for _ in 0..<100 {
      let trail = try await Program.run(
        Program.loam, ["explain", "bed-valve", "--last", "1", "--json", "--config", config])
      if trail.output.contains("\"kind\" : \"\(kind)\"") { return }
    }
    Issue.record("the log never told '\(kind)'")
  }

  @Test func `after a kill the log tells who watered, why, what was sent, what was seen, and when`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("valves.yaml")
      let began = Int64(Date.now.timeIntervalSince1970 * 1000)
      try await listening(site) { heard in
        try await BridgeRun.killed(config) { _ in
          try await water(config, heard, site)
          try await told("reported", by: config)
          try await stops(config, heard, site)
        }
      }
      let listed = try await Program.run(Program.loam, ["leases", "aloe", "--json", "--config", config])
      let all = try JSONDecoder().decode([Trail].self, from: Data(listed.output.utf8))
      let lease = try #require(all.first?.lease)
      let trail = try await explained([lease], by: config)
      #expect(trail.lease == lease)

      let kinds = trail.lines.map(\.kind)
      let expected = [
        "granted", "open_sent", "reported", "ended", "close_sent", "reported", "proved",
      ]
      // A close that is repeated while the valve is slow is no fault.
      #expect(expected == kinds.filter { $0 != "close_sent" }.inserting("close_sent", after: "ended"))
      let granted = try #require(trail.lines.first)
      #expect(granted.by == "cli" && granted.text.hasPrefix("asked for: for 300 s"), "\(granted.text)")
      #expect(trail.lines[1].text == "open for 300 s", "\(trail.lines[1].text)")
      #expect(trail.lines.filter { $0.kind == "reported" }.map(\.text) == ["open", "closed"])
      try checkEnd(trail)
      try checkTimes(trail, began: began)
    }
  }

  @Test func `a kill while the valve is open, and the restart, stand in the trail at their place`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("valves.yaml")
      let began = Int64(Date.now.timeIntervalSince1970 * 1000)
      try await listening(site) { heard in
        try await BridgeRun.killed(config) { _ in
          try await water(config, heard, site)
          try await told("reported", by: config)
        }
        let starts = await heard.count("\"online\":true")
        try await BridgeRun.killed(config) { _ in
          try await heard.wait(for: "\"online\":true", times: starts + 1)
          try await stops(config, heard, site)
        }
      }
      let trail = try await explained(["bed-valve", "--last", "1"], by: config)
      #expect(
        trail.lines.map(\.kind).filter { $0 != "close_sent" }.inserting("close_sent", after: "ended") == [
          "granted", "open_sent", "reported", "resumed", "ended", "close_sent", "reported", "proved",
        ])
      #expect(trail.lines[0].by == "cli" && trail.lines[0].text.hasPrefix("asked for: for 300 s"))
      let resumed = try #require(trail.lines.first { $0.kind == "resumed" })
      #expect(
        resumed.text.hasPrefix("the bridge restarted: ") && resumed.text.hasSuffix(" s are left"),
        "\(resumed.text)")
      try checkEnd(trail)
      #expect(trail.lines.last?.text == "by its word")
      try checkTimes(trail, began: began)
      let words = try await Program.run(Program.loam, ["explain", trail.lease, "--config", config])
      #expect(words.output.contains("the bridge restarted: "), "\(words.output)")
    }
  }

  @Test func `a bridge that may not use its store closes what a newer one left open`() async throws {
    try await Site.during { site in
      let config = try site.config("valves.yaml")
      try await listening(site) { heard in
        try await BridgeRun.killed(config) { _ in
          try await water(config, heard, site)
          try await told("reported", by: config)
        }
        let later = """
          import sqlite3, sys
          store = sqlite3.connect(sys.argv[1])
          store.execute("INSERT INTO grdb_migrations VALUES ('state-99-future')")
          store.commit()
          """
        let written = try await Program.run("python3", ["-c", later, site.folder + "/store/state.sqlite"])
        try #require(written.isSuccess, "\(written.output)")
        let before = await heard.count("OFF")
        let ended = try await Program.run(Program.loam, ["run", "--config", config])
        #expect(!ended.isSuccess && ended.output.contains("written by a newer loam"), "\(ended.output)")
        #expect(ended.output.contains("bed-valve: told to close"), "\(ended.output)")
        try await heard.wait(for: "OFF", times: before + 1)
      }
    }
  }

  /// The whole trail of a run that is proved closed.
  private func explained(_ subject: [String], by config: String) async throws -> Trail {
    let answer = try await Program.run(
      Program.loam, ["explain"] + subject + ["--json", "--config", config])
    let trails = try JSONDecoder().decode([Trail].self, from: Data(answer.output.utf8))
    let trail = try #require(trails.first)
    #expect(trails.count == 1 && trail.dropped == 0)
    #expect(trail.actuator == "bed-valve" && trail.plant == "aloe" && trail.proved)
    return trail
  }

  private func checkEnd(_ trail: Trail) throws {
    let ended = try #require(trail.lines.first { $0.kind == "ended" })
    #expect(ended.text.wholeMatch(of: /stopped by cli; \d+ s of 300 s/) != nil, "\(ended.text)")
  }

  private func checkTimes(_ trail: Trail, began: Int64) throws {
    let uptimes = trail.lines.map(\.uptime_ms)
    #expect(uptimes == uptimes.sorted() && Set(trail.lines.map(\.boot)).count == 1)
    let now = Int64(Date.now.timeIntervalSince1970 * 1000)
    #expect(trail.lines.allSatisfy { (began...now).contains($0.at_ms) && $0.boot != nil })
  }
}

extension [String] {
  fileprivate func inserting(_ word: String, after other: String) -> [String] {
    flatMap { $0 == other ? [$0, word] : [$0] }
  }
}

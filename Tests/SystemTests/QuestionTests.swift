import Foundation
import Subprocess
import TestKit
import Testing

/// What pages and Home Assistant ask and are told: history, contexts, counters. Over a real broker, from a real database.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct QuestionTests {
  private static let base = "plants/v1"

  private func now() -> Int { Int(Date().timeIntervalSince1970) }

  private func id(_ n: Int) -> String { "0197f0b6-2222-7333-8444-" + String(format: "%012d", n) }

  private func question(_ n: Int, plant: String = "aloe", hours: Int = 24, to: Int? = nil) -> String {
    let end = to ?? now() + 60
    return """
      {"v":1,"id":"\(id(n))","kind":"interactive","identifier":"history","content":{"plant":"\(plant)",\
      "quantity":"moisture","from":\(end - hours * 3600),"to":\(end),"points":240},"ts":\(now())}
      """
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The counters once a question was refused. A reload publishes everything anew.
  private func countersAfterRefusal(_ heard: LogWatch, _ send: BridgeRun.Send) async throws -> [String: Any] {
    let topic = "\(Self.base)/bridge/counters"
    while true {
      let before = await heard.count(topic + " ")
      try send(.terminalClosed)
      try await heard.wait(for: topic + " ", times: before + 1)
      let document = try object(try #require(await heard.documents(topic).last))
      let by = try #require(document["by"] as? [String: [String: Int]])
      if by["answers"]?["forbidden"] == 1 { return document }
    }
  }

  private func documents(_ heard: LogWatch, _ topic: String) async throws -> [[String: Any]] {
    try await heard.documents(topic).map { try object($0) }
  }

  @Test func `a page asks for a plant's past: a gap stays a gap, and the waterings are in it`() async throws {
    try await Site.during { site in
      let config = try site.config("questions.yaml")
      let start = now()
      // History is written each minute, and when the bridge ends.
      _ = try await BridgeRun.during(config) { _, _ in
        // What the bridge publishes comes after what it subscribes to; a probe that speaks before that is not heard.
        _ = try await site.document("\(Self.base)/bridge/status") { $0.contains("\"online\":true") }
        try await live(site, from: start)
      }
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await BridgeRun.listening(to: ["\(Self.base)/d/+/dn/+"], on: site.port) { heard in
          try await site.publish("\(Self.base)/d/hall-tablet/up/msg", question(1))
          try await heard.wait(for: "/d/hall-tablet/dn/reply ")
          let reply = try #require(
            try await documents(heard, "\(Self.base)/d/hall-tablet/dn/reply").first)
          #expect(reply["re"] as? String == id(1) && reply["identifier"] as? String == "history")
          try check(try #require(reply["content"] as? [String: Any]), from: start)
        }
      }
    }
  }

  /// A reading of three hours ago, one of now, a watering by hand and one by the valve.
  private func live(_ site: Site, from start: Int) async throws {
    func reads(_ value: Int, secondsAgo: Int) async throws {
      let reading = #"{"last_seen":\#((start - secondsAgo) * 1000),"soil_moisture":\#(value)}"#
      try await site.publish("zigbee2mqtt/aloe", reading)
    }
    try await reads(40, secondsAgo: 3 * 3600)
    let phone = "\(Self.base)/d/anna-phone/dn/"
    try await BridgeRun.listening(
      to: ["zigbee2mqtt/bed-valve/set", phone + "ack", phone + "activity"], on: site.port
    ) { heard in
      let action = "\(Self.base)/d/anna-phone/up/action"
      try await site.publish("zigbee2mqtt/bed-valve", #"{"state":"OFF"}"#)
      let done = """
        {"v":1,"id":"\(id(900))","category":"WATERING_REMINDER","action":"water_done","plant":"aloe","at":\(start - 7200)}
        """
      try await site.publish(action, done)
      try await heard.wait(for: id(900))
      let water = """
        {"v":1,"id":"\(id(901))","category":"WATERING_CONTROL","action":"water_start","plant":"aloe","at":\(now())}
        """
      try await site.publish(action, water)
      try await heard.wait(for: "ON")
      let closings = await heard.count("OFF")
      try await site.publish("zigbee2mqtt/bed-valve", #"{"state":"ON"}"#)
      try await heard.wait(for: "OFF", times: closings + 1)
      // Seconds after the first: the history keeps one value of a second.
      try await reads(41, secondsAgo: 60)
      try await site.publish("zigbee2mqtt/bed-valve", #"{"state":"OFF"}"#)
      try await heard.wait(for: #""end":"finished""#)
    }
  }

  private func check(_ content: [String: Any], from start: Int) throws {
    #expect(content["plant"] as? String == "aloe" && content["unit"] as? String == "%")
    let step = try #require(content["step_s"] as? Int)
    let points = try #require(content["points"] as? [[Double]])
    #expect(step == 600)
    #expect(points.map { $0[1] } == [40, 41])
    try #require(points.count == 2)
    let gap = points[1][0] - points[0][0]
    #expect(gap > 2 * 3600 && Int(points[0][0]) % step == 0)
    let waterings = try #require(content["waterings"] as? [[String: Any]])
    #expect(waterings.map { $0["kind"] as? String } == ["hand", "valve"])
    try #require(waterings.count == 2)
    #expect(waterings.map { $0["by"] as? String } == ["anna-phone", "anna-phone"])
    #expect(waterings[0]["at"] as? Int == start - 7200 && waterings[0]["end"] == nil)
    #expect(waterings[1]["end"] as? String == "finished")
  }

  @Test func `what cannot be answered gets a code, and a flood is answered with busy`() async throws {
    try await Site.during { site in
      let config = try site.config("questions.yaml")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await BridgeRun.listening(to: ["\(Self.base)/d/+/dn/+"], on: site.port) { heard in
          try await site.publish("\(Self.base)/d/stranger/up/msg", question(1))
          try await site.publish("\(Self.base)/d/anna-phone/up/msg", question(2, plant: "oak"))
          try await site.publish("\(Self.base)/d/anna-phone/up/msg", question(3, hours: -1))
          let long = question(4, hours: 24 * 365 * 20)
          try await site.publish("\(Self.base)/d/hall-tablet/up/msg", long)
          try await heard.wait(for: id(4))
          try await heard.wait(for: id(3))
          let acks = try await documents(heard, "\(Self.base)/d/anna-phone/dn/ack")
          #expect(Set(acks.map { $0["code"] as? String }) == ["unknown_plant", "bad_value"])
          let strange = try await documents(heard, "\(Self.base)/d/stranger/dn/ack")
          #expect(strange.map { $0["code"] as? String } == ["forbidden"])
          try await flood(site, heard)
        }
      }
    }
  }

  private func flood(_ site: Site, _ heard: LogWatch) async throws {
    let questions = (100..<125).map { question($0, hours: 24 * 30) + "\n" }.joined()
    let path = site.folder + "/questions.txt"
    try questions.write(toFile: path, atomically: true, encoding: .utf8)
    let topic = "\(Self.base)/d/hall-tablet/up/msg"
    let sent = try await Program.run(
      "sh", ["-c", "mosquitto_pub -p \(site.port) -q 1 -t \(topic) -l < \(path)"])
    try #require(sent.isSuccess)
    for n in 100..<125 { try await heard.wait(for: id(n)) }
    let replies = try await documents(heard, "\(Self.base)/d/hall-tablet/dn/reply").count - 1
    let acks = try await documents(heard, "\(Self.base)/d/hall-tablet/dn/ack")
    #expect(acks.allSatisfy { $0["code"] as? String == "busy" })
    #expect(replies + acks.count == 25 && replies >= 1 && !acks.isEmpty)
  }

  @Test func `a surface learns what it may do, and loses it when it leaves the config`() async throws {
    try await Site.during { site in
      let config = try site.config("questions.yaml")
      let tablet = "\(Self.base)/d/hall-tablet/dn/context"
      _ = try await BridgeRun.during(config) { log, send in
        try await log.waitUntilBridgeHears()
        try await BridgeRun.listening(to: [tablet], on: site.port) { heard in
          try await heard.wait(for: "\"role\":\"viewer\"")
          let content = try #require(try await documents(heard, tablet).last?["content"] as? [String: Any])
          #expect(content["temperature_unit"] as? String == "fahrenheit" && content["language"] == nil)
          let phone = try object(try await site.document("\(Self.base)/d/anna-phone/dn/context"))
          let phoneContent = try #require(phone["content"] as? [String: Any])
          #expect(
            phoneContent["role"] as? String == "operator" && phoneContent["language"] as? String == "en")
          let hello = #"{"v":1,"device":"hall-tablet","locale":"zh-TW","ts":\#(now())}"#
          try await site.publish("\(Self.base)/d/hall-tablet/up/hello", hello)
          try await heard.wait(for: "\"language\":\"zh-Hant\"")
          let text = try String(contentsOfFile: config, encoding: .utf8)
          let without = text.split(separator: "\n").filter { !$0.contains("hall-tablet") }
            .joined(separator: "\n")
          try (without + "\n").write(toFile: config, atomically: true, encoding: .utf8)
          try send(.terminalClosed)
          try await log.wait(for: "config taken over")
          try await heard.wait(for: tablet + " (null)")
        }
        #expect(try await site.retained(tablet) == nil)
        #expect(try await site.retained("\(Self.base)/d/anna-phone/dn/context") != nil)
      }
    }
  }

  @Test func `the counters tell what happened, every one that the table names`() async throws {
    try await Site.during { site in
      let config = try site.config("questions.yaml")
      let page = Program.scripts + "/../../../Sources/LoamKit/LoamKit.docc/Protocol.md"
      let table = try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n")
        .compactMap { $0.firstMatch(of: /^\| `([a-z_]+)` \| (count|by|gauge)/) }
        .map { (name: String($0.1), kind: String($0.2)) }
      #expect(table.count > 40)
      _ = try await BridgeRun.during(config) { log, send in
        try await log.waitUntilBridgeHears()
        try await BridgeRun.listening(to: ["\(Self.base)/bridge/counters"], on: site.port) { heard in
          let before = try object(try await heard.document("\(Self.base)/bridge/counters"))
          for value in ["40", "41", "9999"] {
            try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":\#(value)}"#)
          }
          try await site.publish("\(Self.base)/d/stranger/up/msg", question(1))
          let after = try await countersAfterRefusal(heard, send)
          #expect(before["since"] as? Int == after["since"] as? Int)
          try check(counters: after, named: table)
        }
      }
    }
  }

  private func check(counters: [String: Any], named table: [(name: String, kind: String)]) throws {
    let counts = try #require(counters["counts"] as? [String: Int])
    let by = try #require(counters["by"] as? [String: [String: Int]])
    let gauges = try #require(counters["gauges"] as? [String: Double])
    for (name, kind) in table {
      switch kind {
      case "count": #expect(counts[name] != nil, "\(name)")
      case "by": #expect(by[name] != nil, "\(name)")
      default: #expect(gauges[name] != nil, "\(name)")
      }
    }
    #expect(table.count == counts.count + by.count + gauges.count)
    #expect(counts["messages"] == 3 && counts["readings"] == 2 && counts["broker_connects"] == 1)
    #expect(by["refusals"] == ["impossible": 1] && by["answers"] == ["forbidden": 1])
    #expect(by["questions"] == ["refused": 1])
    #expect(gauges["broker_connected"] == 1 && gauges["broker_mqtt_version"] == 5)
    #expect(gauges["plants"] == 1 && gauges["sensors"] == 1 && gauges["store_durable"] == 1)
    #expect((1e6...1e9).contains(gauges["resident_bytes"] ?? 0))
  }
}

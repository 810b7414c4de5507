import FoundationEssentials
import LoamKit
import TestKit
import Testing

/// The history of another program, taken over, and the next watering foretold from it.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct ForecastTests {
  private static let config = """
    site: {name: terrace, time_zone: Europe/Berlin}
    broker: {host: 127.0.0.1, port: 1883}
    sensors:
      basil-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/basil}
      chili-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/chili}
    plants:
      basil: {name: Basil, sensors: basil-probe, dry_below: 30%}
      chili: {name: Chili, sensors: chili-probe, dry_below: 30%}
      cactus: {name: Cactus, water_every: 20d}

    """

  private struct Row: Decodable {
    var id: String
    var likely: Int64?
    var earliest: Int64?
    var latest: Int64?
    var lasts: String?
    var note: String?
  }

  /// From 60 % by half a point an hour, five times; now it stands at 44 %.
  private static func table(until now: Int64) -> String {
    let hours = 4 * 65 + 32
    let lines = (0..<hours).map { hour in
      "\(now - Int64(hours - hour) * 3600),\(60 - Double(hour % 65) / 2)"
    }
    return "time,basil-probe.moisture\n" + lines.joined(separator: "\n") + "\n"
  }

  @Test func `a plant with a past has a date at once, and others say why they have none`() async throws {
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      let now = Int64(Date.now.timeIntervalSince1970)
      let past = try site.broker.folder.write(Self.table(until: now), to: "past.csv")
      let imported = try await Program.run(Program.loam, ["import", past, "--config", config])
      try #require(imported.isSuccess, "\(imported.output)")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await site.publish("zigbee2mqtt/basil", #"{"soil_moisture":44}"#)
        try await site.publish("zigbee2mqtt/chili", #"{"soil_moisture":50}"#)
        _ = try await site.document("plants/v1/state/detail/basil") { $0.contains("earliest") }
        _ = try await site.document("plants/v1/state/detail/chili") { $0.contains("learning") }
        let rows = try await Self.forecast(config, [])
        #expect(rows.map(\.id) == ["basil", "cactus", "chili"])
        let basil = rows[0]
        let left = (try #require(basil.likely) - now) / 3600
        #expect((24...31).contains(left), "\(left)")
        #expect(
          try #require(basil.earliest) < now + left * 3600 && #require(basil.latest) > now + left * 3600)
        #expect(basil.note == nil && basil.lasts == nil)
        #expect(rows[1].note == "by the calendar" && rows[1].earliest == nil)
        #expect(rows[2].likely == nil && rows[2].note?.contains("No forecast yet") == true)
        let later = try await Self.forecast(config, ["--until", "2100-01-01"])
        #expect(later.map(\.lasts) == ["doesNot", "doesNot", "unknown"])
        let table = try await Program.run(
          Program.loam, ["forecast", "--until", "monday"] + Self.place(of: config))
        #expect(table.output.contains("until then"), "\(table.output)")
        let wrong = try await Program.run(
          Program.loam, ["forecast", "--until", "someday"] + Self.place(of: config))
        #expect(!wrong.isSuccess && wrong.output.contains("someday"))
      }
    }
  }

  private static func place(of config: String) -> [String] { ["--config", config] }

  private static func forecast(_ config: String, _ arguments: [String]) async throws -> [Row] {
    let ended = try await Program.run(Program.loam, ["forecast", "--json"] + arguments + place(of: config))
    try #require(ended.isSuccess, "\(ended.output)")
    return try JSONDecoder().decode([Row].self, from: Data(ended.output.utf8))
  }
}

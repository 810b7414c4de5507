import Foundation
import Subprocess
import TestKit
import Testing

/// Two bridges started by mistake, on one machine and on two.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct TwoBridgesTests {
  private let valve = "zigbee2mqtt/bed-valve/set"

  /// A second bridge's config: the same garden and broker, another store, and the same account, or none and an id of its own.
  private func second(_ site: Site, clientID: String? = nil) throws -> String {
    let text = try String(contentsOfFile: try site.config("two-bridges.yaml"), encoding: .utf8)
    let path = site.folder + "/second.yaml"
    try text.replacing(
      site.reach, with: clientID.map { "port: \(site.port), client_id: \($0)" } ?? site.reach
    )
    .replacing("\(site.folder)/store", with: "\(site.folder)/store-2").write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func water(_ config: String) async throws -> Program.Ended {
    try await Program.run(Program.loam, ["water", "aloe", "--config", config, "--as", "anna-phone"])
  }

  @Test func `a second start on one store says who has it and ends with 75`() async throws {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        let result = try await Subprocess.run(
          .name("env"), arguments: [Program.loam, "run", "--config", config], output: .discarded,
          error: .string(limit: 65_536))
        #expect(result.terminationStatus == .exited(75))
        #expect(result.standardError.contains("another loam is running on this folder: process "))
        #expect(result.standardError.contains(config), "\(result.standardError)")
      }
    }
  }

  @Test func `of two bridges on one broker the first waters, and the second takes over when it is gone`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      let other = try second(site, clientID: "loam-2")
      try await BridgeRun.listening(to: [valve], on: site.port) { heard in
        let said = LogWatch()
        async let later = BridgeRun.during(other, after: said) { log, _ in
          try await log.wait(for: "was first: this one opens no valve")
          await said.add("noticed")
          try await log.wait(for: "is left to the other bridge")
          await said.add("left")
          try await log.wait(for: "the other bridge on this broker is gone")
          let opened = await heard.count("ON")
          let watered = try await water(other)
          #expect(watered.isSuccess, "\(watered.output)")
          try await heard.wait(for: "ON", times: opened + 1)
        }
        let first = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          await said.add("start")
          try await log.wait(for: "came second")
          try await said.wait(for: "noticed")
          let watered = try await water(config)
          #expect(watered.isSuccess, "\(watered.output)")
          try await heard.wait(for: "ON")
          try await said.wait(for: "left")
          let text = await heard.text
          #expect(await heard.count("ON") == 1, "\(text)")
        }
        #expect(first.contains("came second"))
        _ = try await later
      }
    }
  }

  @Test func `people are told once, by the first, and by the second when the first is gone`() async throws {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      let other = try second(site, clientID: "loam-2")
      func soil(_ value: Int) async throws {
        let sent = try await Program.run(
          "mosquitto_pub",
          ["-p", site.port, "-q", "1", "-t", "zigbee2mqtt/fern", "-m", "{\"soil_moisture\":\(value)}"])
        try #require(sent.isSuccess)
      }
      try await BridgeRun.listening(to: ["plants/v1/d/anna-phone/dn/notify"], on: site.port) { heard in
        let said = LogWatch()
        async let later = BridgeRun.during(other, after: said) { log, _ in
          try await log.wait(for: "was first: this one opens no valve")
          await said.add("noticed")
          try await log.wait(for: "is left to the other bridge")
          await said.add("left")
          // What closes acts everywhere, and what it closed is released everywhere.
          try await log.wait(for: "emergency stop by anna-phone")
          await said.add("stopped")
          try await log.wait(for: "released by anna-phone")
          await said.add("released")
          try await log.wait(for: "the other bridge on this broker is gone")
          // Never told by this one, and still so.
          try await heard.wait(for: "water-fern", times: 2)
        }
        _ = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          await said.add("start")
          try await said.wait(for: "noticed")
          try await soil(31)
          try await soil(29)
          try await heard.wait(for: "water-fern")
          // Whatever the second makes of the reading, it has made before it hears this.
          _ = try await water(config)
          try await said.wait(for: "left")
          #expect(await heard.count("water-fern") == 1)
          for (words, end) in [(["stop", "--all"], "stopped"), (["release"], "released")] {
            let ended = try await Program.run(
              Program.loam, words + ["--config", config, "--as", "anna-phone"])
            #expect(ended.isSuccess, "\(ended.output)")
            try await said.wait(for: end)
          }
        }
        _ = try await later
      }
    }
  }

  @Test func `of two bridges under one account the second stays away, so that the first can work`()
    async throws
  {
    try await Site.during { site in
      let other = try second(site)
      let config = try site.config("two-bridges.yaml")
      try await BridgeRun.listening(to: [valve], on: site.port) { heard in
        let said = LogWatch()
        async let later = BridgeRun.during(other, after: said) { log, _ in
          try await log.wait(for: "staying away")
          await said.add("away")
          try await said.wait(for: "end")
        }
        _ = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          await said.add("start")
          try await said.wait(for: "away")
          _ = try await site.document("plants/v1/bridge/status") { $0.contains("online") }
          var watered = try await water(config)
          for _ in 0..<10 where !watered.isSuccess { watered = try await water(config) }
          #expect(watered.isSuccess, "\(watered.output)")
          try await heard.wait(for: "ON")
          await said.add("end")
        }
        _ = try await later
      }
      // The first; the second looks and asks; the first is back. All of it once more where the broker does not say who put the second out.
      let visits = site.broker.log.count { $0.contains(" as loam (") }
      #expect((3...7).contains(visits), "\(site.broker.log)")
    }
  }
}

extension BridgeRun {
  /// The same, once `start` has said so.
  static func during(
    _ config: String, after start: LogWatch, _ body: (_ log: LogWatch, _ send: Send) async throws -> Void
  ) async throws -> String {
    try await start.wait(for: "start")
    return try await during(config, body)
  }
}

import Foundation
import Subprocess
import TestKit
import Testing

/// What may go wrong around the bridge: a broker that is away, dies or forgets, a config edited while it runs, a full disk.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct ResilienceTests {
  private func whileRunning(
    _ config: String, _ body: (_ log: LogWatch, _ send: BridgeRun.Send) async throws -> Void
  ) async throws -> String {
    try await BridgeRun.during(config, body)
  }

  @Test
  func
    `a broker that is away at the start is waited for, and one that restarts empty is filled again without a new notification`()
    async throws
  {
    try await Site.during(isAway: true) { site in
      let config = try site.config("phone.yaml")
      _ = try await whileRunning(config) { log, _ in
        try await log.wait(for: "not connected")
        try await site.broker.start()
        _ = try await site.document("plants/v1/bridge/status") { $0.contains("\"online\":true") }
        try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":40}"#)
        try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":22}"#)
        let reminder = "plants/v1/state/reminder/water-aloe"
        _ = try await site.document(reminder) { $0.contains("\"state\":\"sent\"") }
        await site.broker.stop(SIGKILL)
        try await site.broker.start()
        let phone = "plants/v1/d/anna-phone/dn/"
        try await BridgeRun.listening(
          to: [phone + "notify", phone + "ack", reminder, "plants/v1/state/plant/aloe"], on: site.port
        ) { heard in
          _ = try await heard.document("plants/v1/state/plant/aloe") { $0.contains("\"s\":\"dry\"") }
          _ = try await heard.document(reminder) { $0.contains("\"state\":\"sent\"") }
          // An answer of the bridge: what it had to say before that has been said.
          try await site.publish("plants/v1/d/anna-phone/up/action", "{")
          _ = try await heard.document(phone + "ack")
          #expect(await heard.documents(phone + "notify").isEmpty, "notified again")
        }
      }
    }
  }

  @Test func `SIGHUP takes a good config over and changes nothing for a bad one`() async throws {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      let good = try String(contentsOfFile: config, encoding: .utf8)
      let log = try await whileRunning(config) { log, send in
        _ = try await site.document("plants/v1/state/plant/aloe") { $0.contains("Aloe") }
        try good.replacing("name: Aloe", with: "nmae: Aloe").write(
          toFile: config, atomically: true, encoding: .utf8)
        try send(.terminalClosed)
        try await log.wait(for: "not taken over")
        #expect(try await site.retained("plants/v1/state/plant/aloe")?.contains("Aloe") == true)
        try good.replacing("name: Aloe", with: "name: Aloe vera").write(
          toFile: config, atomically: true, encoding: .utf8)
        try send(.terminalClosed)
        try await log.wait(for: "config taken over: changed: plant aloe")
        _ = try await site.document("plants/v1/state/plant/aloe") { $0.contains("Aloe vera") }
      }
      #expect(log.contains("did you mean 'name'?"), "\(log)")
    }
  }

  @Test func `a valve that a reload moves to another device is closed where it was, and where it is`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("valves.yaml")
      let text = try String(contentsOfFile: config, encoding: .utf8)
      let (old, new) = ("zigbee2mqtt/bed-valve", "zigbee2mqtt/other-valve")
      try await BridgeRun.listening(to: [old + "/set", new + "/set"], on: site.port) { heard in
        _ = try await whileRunning(config) { log, send in
          try await heard.wait(for: old + "/set")
          try await site.publish("garden/rain", "OFF")
          let asked = try await Program.run(
            Program.loam, ["water", "aloe", "--seconds", "600", "--config", config])
          #expect(asked.isSuccess, "\(asked.output)")
          try await heard.wait(for: "\"on_time\":600")
          try await site.publish(old, #"{"state":"ON"}"#)
          let before = await heard.count("OFF")
          try text.replacing("topic: \(old)", with: "topic: \(new)").write(
            toFile: config, atomically: true, encoding: .utf8)
          try send(.terminalClosed)
          try await heard.wait(for: "OFF", times: before + 1)
          #expect(await heard.count(new) == 0)
          try await site.publish(old, #"{"state":"OFF"}"#)
          try await log.wait(for: "config taken over")
          try await heard.wait(for: new + "/set")
        }
      }
    }
  }

  @Test func `a plant that left the config while the bridge was away leaves nothing behind`() async throws {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      let whole = try String(contentsOfFile: config, encoding: .utf8)
      let chili = [
        "plants/v1/state/plant/chili", "plants/v1/state/detail/chili", "plants/v1/state/reminder/water-chili",
      ]
      _ = try await whileRunning(config) { _, _ in
        _ = try await site.document(chili[0]) { $0.contains("Chili") }
        try await site.publish("zigbee2mqtt/chili", #"{"soil_moisture":9}"#)
        for topic in chili {
          _ = try await site.document(topic) { $0.contains("hili") }
        }
      }
      let fewer = whole.split(separator: "\n").filter { !$0.contains("chili") }.joined(separator: "\n")
      try (fewer + "\n").write(toFile: config, atomically: true, encoding: .utf8)
      _ = try await whileRunning(config) { log, _ in try await log.waitUntilBridgeHears() }
      for topic in chili {
        #expect(try await site.retained(topic) == nil, "\(topic)")
      }
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "a small file system can only be mounted by root"))
  func `on a full disk the garden lives on in memory and says so`() async throws {
    try await Site.during { site in
      let disk = try SmallDisk(kilobytes: 400)
      let config = try site.config("phone.yaml", store: disk.path + "/store")
      let log = try await whileRunning(config) { _, _ in
        _ = try await site.document("plants/v1/state/plant/aloe") { $0.contains("Aloe") }
        disk.fill()
        try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":40}"#)
        try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":22}"#)
        _ = try await site.document("plants/v1/state/reminder/water-aloe")
      }
      #expect(log.contains("no space left"), "\(log)")
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "a small file system can only be mounted by root"))
  func
    `on a card that is read-only at the start people are reminded, nothing opens, and it is taken up later`()
    async throws
  {
    try await Site.during { site in
      let disk = try SmallDisk(kilobytes: 4_096)
      let config = try site.config("phone.yaml", store: disk.path + "/store")
      _ = try await whileRunning(config) { log, _ in try await log.waitUntilBridgeHears() }
      #expect(disk.remount(isReadOnly: true))
      let valve = "zigbee2mqtt/bed-valve/set"
      try await BridgeRun.listening(to: [valve], on: site.port) { heard in
        let log = try await whileRunning(config) { log, _ in
          try await log.wait(for: "read-only; going on in memory")
          // At each start every valve is closed.
          try await heard.wait(for: "OFF")
          try await log.waitUntilBridgeHears()
          try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":40}"#)
          try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":22}"#)
          _ = try await site.document("plants/v1/state/reminder/water-aloe") {
            $0.contains("\"state\":\"sent\"")
          }
          let water = try await Program.run(
            Program.loam, ["water", "aloe", "--config", config, "--as", "anna-phone"])
          #expect(!water.isSuccess && water.output.contains("disk"), "\(water.output)")
          #expect(await heard.count("ON") == 0)
          _ = try await site.document("plants/v1/bridge/counters") { $0.contains("\"store_durable\":0") }
          #expect(disk.remount(isReadOnly: false))
          try await log.wait(for: "store: works again")
          _ = try await site.document("plants/v1/bridge/counters") { $0.contains("\"store_durable\":1") }
        }
        #expect(!log.contains("damaged"), "\(log)")
      }
      #expect(FileManager.default.fileExists(atPath: disk.path + "/store/history.sqlite"))
    }
  }

  @Test func `a store that is deleted while the bridge runs is noticed, and what was promised is kept`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      let store = site.folder + "/store"
      _ = try await whileRunning(config) { log, _ in
        try await log.waitUntilBridgeHears()
        _ = try await Program.run("rm", ["-rf", store])
        let set = try await Program.run(
          Program.loam, ["set", "aloe-dry-below", "37", "--config", config, "--as", "anna-phone"])
        #expect(set.isSuccess, "\(set.output)")
        try await log.wait(for: "was deleted or replaced")
        try await log.wait(for: "store: works again")
      }
      _ = try await whileRunning(config) { log, _ in
        try await log.waitUntilBridgeHears()
        _ = try await site.document("plants/v1/state/control/aloe-dry-below") { $0.contains("37") }
      }
    }
  }
}

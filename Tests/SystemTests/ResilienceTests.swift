import BrokerHarness
import Foundation
import Subprocess
import Testing

/// What may go wrong around the bridge: a broker that is away, dies or forgets, a config edited while it runs, a full disk.
@Suite(.serialized, .timeLimit(.minutes(4))) struct ResilienceTests {
  private func whileRunning(
    _ config: String, _ body: (_ log: LogWatch, _ send: BridgeRun.Send) async throws -> Void
  ) async throws -> String {
    try await BridgeRun.during(config, body)
  }

  /// The first message on a topic within some seconds; empty: none came.
  private func hear(_ topic: String, on port: String, seconds: Int) async throws -> String {
    try await Program.run(
      "mosquitto_sub", ["-p", port, "-t", topic, "-C", "1", "-W", "\(seconds)"]
    ).output
  }

  private func publish(_ topic: String, _ payload: String, on port: String) async throws {
    let sent = try await Program.run("mosquitto_pub", ["-p", port, "-q", "1", "-t", topic, "-m", payload])
    try #require(sent.isSuccess, "\(sent.output)")
  }

  @Test
  func
    `a broker that is away at the start is waited for, and one that restarts empty is filled again without a new notification`()
    async throws
  {
    var options = TestBroker.Options()
    options.hasPort = true
    let broker = try TestBroker(options)
    let site = Site(broker: broker)
    let config = try site.config("phone.yaml")
    _ = try await whileRunning(config) { log, _ in
      try await log.wait(for: "not connected")
      try await broker.start()
      #expect(try await hear("plants/v1/hub/status", on: site.port, seconds: 20).contains("\"online\":true"))
      try await publish("zigbee2mqtt/aloe", #"{"soil_moisture":40}"#, on: site.port)
      try await publish("zigbee2mqtt/aloe", #"{"soil_moisture":22}"#, on: site.port)
      let first = try await hear("plants/v1/state/reminder/water-aloe", on: site.port, seconds: 10)
      #expect(first.contains("water-aloe"), "\(first)")
      await broker.stop(SIGKILL)
      try await broker.start()
      let after = try await hear("plants/v1/d/anna-phone/dn/notify", on: site.port, seconds: 6)
      #expect(!after.contains("water-aloe"), "notified again: \(after)")
      let state = try await hear("plants/v1/state/plant/aloe", on: site.port, seconds: 10)
      #expect(state.contains("\"s\":\"dry\""), "\(state)")
      let reminder = try await hear("plants/v1/state/reminder/water-aloe", on: site.port, seconds: 5)
      #expect(reminder.contains("\"state\":\"sent\""), "\(reminder)")
    }
    await broker.remove()
  }

  @Test func `SIGHUP takes a good config over and changes nothing for a bad one`() async throws {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      let good = try String(contentsOfFile: config, encoding: .utf8)
      let log = try await whileRunning(config) { log, send in
        #expect(try await hear("plants/v1/state/plant/aloe", on: site.port, seconds: 10).contains("Aloe"))
        try good.replacing("name: Aloe", with: "nmae: Aloe").write(
          toFile: config, atomically: true, encoding: .utf8)
        try send(.terminalClosed)
        try await log.wait(for: "not taken over")
        #expect(try await hear("plants/v1/state/plant/aloe", on: site.port, seconds: 5).contains("Aloe"))
        try good.replacing("name: Aloe", with: "name: Aloe vera").write(
          toFile: config, atomically: true, encoding: .utf8)
        try send(.terminalClosed)
        try await log.wait(for: "config taken over")
        let renamed = try await hear("plants/v1/state/plant/aloe", on: site.port, seconds: 5)
        #expect(renamed.contains("Aloe vera"), "\(renamed)")
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
          try await publish("garden/rain", "OFF", on: site.port)
          let asked = try await Program.run(
            Program.loam, ["water", "aloe", "--seconds", "600", "--config", config])
          #expect(asked.isSuccess, "\(asked.output)")
          try await heard.wait(for: "\"on_time\":600")
          try await publish(old, #"{"state":"ON"}"#, on: site.port)
          let before = await heard.count("OFF")
          try text.replacing("topic: \(old)", with: "topic: \(new)").write(
            toFile: config, atomically: true, encoding: .utf8)
          try send(.terminalClosed)
          try await heard.wait(for: "OFF", times: before + 1)
          #expect(await heard.count(new) == 0)
          try await publish(old, #"{"state":"OFF"}"#, on: site.port)
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
        #expect(try await hear(chili[0], on: site.port, seconds: 10).contains("Chili"))
        try await publish("zigbee2mqtt/chili", #"{"soil_moisture":9}"#, on: site.port)
        for topic in chili {
          let shown = try await hear(topic, on: site.port, seconds: 10)
          #expect(shown.contains("hili"))
        }
      }
      let fewer = whole.split(separator: "\n").filter { !$0.contains("chili") }.joined(separator: "\n")
      try (fewer + "\n").write(toFile: config, atomically: true, encoding: .utf8)
      _ = try await whileRunning(config) { log, _ in try await log.wait(for: "broker: connected") }
      for topic in chili {
        let left = try await hear(topic, on: site.port, seconds: 1)
        #expect(left.hasPrefix("Timed out"), "\(topic): \(left)")
      }
    }
  }

  @Test(.enabled(if: getuid() == 0, "mounting a small file system needs root"))
  func `on a full disk the garden lives on in memory and says so`() async throws {
    try await Site.during { site in
      let disk = site.folder + "/disk"
      let config = try site.config("phone.yaml")
      let text = try String(contentsOfFile: config, encoding: .utf8)
      try text.replacing("\(site.folder)/store", with: disk + "/store").write(
        toFile: config, atomically: true, encoding: .utf8)
      let mounted = try await Program.run(
        "sh", ["-c", "mkdir -p \(disk) && mount -t tmpfs -o size=400k none \(disk)"])
      try #require(mounted.isSuccess, "\(mounted.output)")
      let log = try await whileRunning(config) { _, _ in
        #expect(try await hear("plants/v1/state/plant/aloe", on: site.port, seconds: 10).contains("Aloe"))
        _ = try await Program.run("sh", ["-c", "dd if=/dev/zero of=\(disk)/fill bs=4k; true"])
        try await publish("zigbee2mqtt/aloe", #"{"soil_moisture":40}"#, on: site.port)
        try await publish("zigbee2mqtt/aloe", #"{"soil_moisture":22}"#, on: site.port)
        let reminder = try await hear("plants/v1/state/reminder/water-aloe", on: site.port, seconds: 10)
        #expect(reminder.contains("water-aloe"), "\(reminder)")
      }
      _ = try await Program.run("umount", [disk])
      #expect(log.contains("no space left"), "\(log)")
    }
  }
}

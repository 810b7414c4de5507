import Foundation
import Subprocess
import TestKit
import Testing

/// The real program behind a real broker, while somebody sends it what no device should.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct HostileTests {
  @Test(arguments: ["5", "3.1.1"])
  func `no payload makes a reading, a reminder or a crash`(version: String) async throws {
    try await run("payloads", protocol: version)
  }

  @Test func `topics of 64 kB, with wildcards and without end cost no memory`() async throws {
    try await run("topics")
  }

  @Test func `a device that floods is bounded, and the others are heard`() async throws {
    try await run("flood")
  }

  @Test func `a payload's clock in the future, in 1970 or in another unit dates no value wrongly`()
    async throws
  {
    try await run("clocks")
  }

  @Test func `a changed id is another device, and what several gateways hear counts once`() async throws {
    try await run("identity")
  }

  @Test(arguments: ["5", "3.1.1"])
  func `a message larger than is read is named and counted, and a flood of them fills no log`(
    version: String
  ) async throws {
    try await Site.during(
      .changed(["max_packet_size 100000000"], because: "other brokers let large messages through")
    ) { site in
      let config = try site.config("hostile.yaml")
      let text = try String(contentsOfFile: config, encoding: .utf8)
      try text.replacing(site.reach, with: "\(site.reach), protocol: '\(version)'").write(
        toFile: config, atomically: true, encoding: .utf8)
      let payload = site.folder + "/large"
      try String(repeating: "1", count: 70_000).write(toFile: payload, atomically: true, encoding: .utf8)
      let said = "zigbee2mqtt/tame: a message of 70000 bytes was not read; at most 65536 are"
      let log = try await BridgeRun.during(config) { log, _ in
        _ = try await site.document("plants/v1/bridge/status") { $0.contains("\"online\":true") }
        let flood =
          "for i in $(seq 100); do mosquitto_pub -q 1 -p \(site.port) -t zigbee2mqtt/tame -f \(payload); done"
        #expect(try await Program.run("sh", ["-c", flood]).isSuccess)
        try await site.publish("zigbee2mqtt/tame", #"{"soil_moisture":45}"#)
        _ = try await site.document("plants/v1/state/plant/tame") { $0.contains("\"m\":45") }
        try await log.wait(for: said)
        _ = try await site.document("plants/v1/bridge/counters") { $0.contains("\"too_large\":100,") }
      }
      // Thirty at once, then one each ten seconds.
      #expect((1..<60).contains(log.components(separatedBy: said).count - 1))
    }
  }

  /// Plays one case of Scripts/hostile.py; the bridge must end well after it.
  private func run(_ name: String, protocol version: String = "5") async throws {
    try await Site.during(
      .changed(["max_packet_size 100000000"], because: "other brokers let large messages through")
    ) { site in
      let config = try site.config("hostile.yaml")
      let text = try String(contentsOfFile: config, encoding: .utf8)
      try text.replacing(site.reach, with: "\(site.reach), protocol: '\(version)'").write(
        toFile: config, atomically: true, encoding: .utf8)
      let ended = try await Subprocess.run(
        .name("env"), arguments: [Program.loam, "run", "--config", config], input: .none, output: .discarded,
        error: .discarded
      ) { execution in
        let bridge = "\(execution.processIdentifier.value)"
        let played = try await Program.run(
          "python3", [Program.scripts + "/hostile.py", name, site.port, bridge])
        #expect(played.isSuccess, "\(played.output.suffix(6000))")
        print(played.output.split(separator: "\n").filter { $0.contains("memory") }.joined(separator: "\n"))
        try execution.send(signal: .terminate)
      }
      #expect(ended.terminationStatus == .exited(0))
    }
  }
}

import Foundation
import Subprocess
import TestKit
import Testing

/// Emergency stop, supply and rain from outside: a signal, the command line, another program's topic.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct EmergencyStopTests {
  private func whileRunning(
    _ config: String, _ site: Site, _ body: (_ send: @Sendable (Signal) throws -> Void) async throws -> Void
  ) async throws {
    let result = try await Subprocess.run(
      .name("env"), arguments: [Program.loam, "run", "--config", config], input: .none, output: .discarded,
      error: .discarded
    ) { execution in
      _ = try await site.document("plants/v1/bridge/status") { $0.contains("\"online\":true") }
      try await body { try execution.send(signal: $0) }
      try execution.send(signal: .terminate)
    }
    #expect(result.terminationStatus == .exited(0))
  }

  private func loam(_ config: String, _ arguments: String...) async throws -> Program.Ended {
    try await Program.run(Program.loam, arguments + ["--config", config])
  }

  private func publish(_ topic: String, _ payload: String, _ site: Site) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", site.port, "-q", "1", "-t", topic, "-m", payload])
    try #require(sent.isSuccess, "\(sent.output)")
  }

  private func reportClosed(_ site: Site) async throws {
    for valve in ["bed-valve", "fern-valve"] {
      try await publish("zigbee2mqtt/\(valve)", #"{"state":"OFF"}"#, site)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a stop and the end of a run do not wait behind the documents of 400 plants on a slow link`()
    async throws
  {
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      "python3", [Program.scripts + "/slow_link.py", Program.loam, folder.path])
    print(played.output)
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }

  @Test func `a signal closes every valve, holds them closed across restarts, until released`() async throws {
    try await Site.during { site in
      let config = try site.config("valves.yaml")
      try await whileRunning(config, site) { send in
        let topics = ["plants/v1/state/hold/all", "zigbee2mqtt/fern-valve/set"]
        try await BridgeRun.listening(to: topics, on: site.port) { heard in
          try send(.userDefinedOne)
          try await heard.wait(for: "\"stopped\":true")
          #expect(await heard.documents(topics[0]).last?.contains("emergency") == true)
          try await heard.wait(for: "\(topics[1]) ")
          #expect(await heard.documents(topics[1]).allSatisfy { $0.contains("OFF") })
        }
        try await publish("garden/rain", "OFF", site)
        let refused = try await loam(config, "water", "aloe")
        #expect(
          !refused.isSuccess && refused.output.contains("There is an emergency stop. Release it first."),
          "\(refused.output)")
      }
      try await whileRunning(config, site) { _ in
        let refused = try await loam(config, "water", "aloe")
        #expect(!refused.isSuccess && refused.output.contains("emergency stop"), "\(refused.output)")
        let held = try await loam(config, "hold")
        #expect(held.output.contains("emergency stop: everything is held closed"), "\(held.output)")
        #expect(try await loam(config, "release").isSuccess)
        try await reportClosed(site)
        let watered = try await loam(config, "water", "aloe")
        #expect(watered.isSuccess, "\(watered.output)")
        let busy = try await loam(config, "water", "fern")
        #expect(!busy.isSuccess && busy.output.contains("uses the water from well"), "\(busy.output)")
        #expect(try await loam(config, "stop", "--all").isSuccess)
        let stopped = try await loam(config, "water", "fern")
        #expect(!stopped.isSuccess && stopped.output.contains("emergency stop by cli"), "\(stopped.output)")
        #expect(try await loam(config, "release").isSuccess)
        try await reportClosed(site)
        try await publish("garden/rain", "ON", site)
        let wet = try await loam(config, "water", "fern")
        #expect(!wet.isSuccess && wet.output.contains("keeps the water off"), "\(wet.output)")
      }
    }
  }
}

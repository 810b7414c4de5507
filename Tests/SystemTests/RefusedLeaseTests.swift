import TestKit
import Testing

/// Water moves only inside a lease that is on the disk: with files that take no more, which needs no disk of its own and no root.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct RefusedLeaseTests {
  @Test
  func `an open command never leaves while no file takes its lease, and leaves when one does again`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      let water = {
        try await Program.run(Program.loam, ["water", "aloe", "--config", config, "--as", "anna-phone"])
      }
      try await BridgeRun.listening(to: ["zigbee2mqtt/bed-valve/set"], on: site.port) { heard in
        _ = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          try await Self.limitFiles(of: config, to: "512:")
          _ = try await water()
          try await log.wait(for: "held back")
          try await heard.wait(for: "OFF")
          #expect(await heard.count("ON") == 0)
          try await site.publish("zigbee2mqtt/bed-valve", #"{"state":"OFF"}"#)
          let second = try await water()
          #expect(!second.isSuccess && second.output.contains("disk"), "\(second.output)")
          #expect(await heard.count("ON") == 0)
          try await Self.limitFiles(of: config, to: "unlimited:")
          try await log.wait(for: "store: works again")
          let third = try await water()
          #expect(third.isSuccess, "\(third.output)")
          try await heard.wait(for: "ON")
        }
      }
    }
  }

  /// How far the bridge of that config may write into any file: beyond it every write fails, as on a disk that is full.
  private static func limitFiles(of config: String, to bytes: String) async throws {
    let found = try await Program.run("pgrep", ["-f", "run --config " + config])
    let process = try #require(found.output.split(separator: "\n").first, "no bridge runs")
    let done = try await Program.run("prlimit", ["--pid", String(process), "--fsize=" + bytes])
    try #require(done.isSuccess, "\(done.output)")
  }
}

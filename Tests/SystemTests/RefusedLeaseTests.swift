import TestKit
import Testing

/// Water moves only inside a lease that is in the store: with a store that takes no lease, on any machine.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RefusedLeaseTests {
  @Test
  func `an open command never leaves while the store takes no lease, and leaves when it takes one again`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      let store = site.folder + "/store/state.sqlite"
      let water = {
        try await Program.run(Program.loam, ["water", "aloe", "--config", config, "--as", "anna-phone"])
      }
      try await BridgeRun.listening(to: ["zigbee2mqtt/bed-valve/set"], on: site.port) { heard in
        _ = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          try await Self.run(
            "CREATE TRIGGER full BEFORE INSERT ON lease BEGIN SELECT RAISE(FAIL, 'full'); END", store)
          _ = try await water()
          try await log.wait(for: "held back")
          try await heard.wait(for: "OFF")
          #expect(await heard.count("ON") == 0)
          try await site.publish("zigbee2mqtt/bed-valve", #"{"state":"OFF"}"#)
          let second = try await water()
          #expect(!second.isSuccess && second.output.contains("disk"), "\(second.output)")
          #expect(await heard.count("ON") == 0)
          try await Self.run("DROP TRIGGER full", store)
          try await log.wait(for: "store: works again")
          let third = try await water()
          #expect(third.isSuccess, "\(third.output)")
          try await heard.wait(for: "ON")
        }
      }
    }
  }

  private static func run(_ statement: String, _ store: String) async throws {
    let program = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=60).execute(sys.argv[2])"
    let done = try await Program.run("python3", ["-c", program, store, statement])
    try #require(done.isSuccess, "\(done.output)")
  }
}

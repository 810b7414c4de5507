import TestKit
import Testing

/// Water moves only inside a lease that is on the disk: with a disk that is really full.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: SmallDisk.isPossible, "a small file system can only be mounted by root")
)
struct LeaseDurabilityTests {
  private let valve = "zigbee2mqtt/bed-valve/set"

  private func water(_ config: String) async throws -> Program.Ended {
    try await Program.run(Program.loam, ["water", "aloe", "--config", config, "--as", "anna-phone"])
  }

  @Test
  func `an open command never leaves while its lease cannot be written, and leaves when there is room again`()
    async throws
  {
    try await Site.during { site in
      let disk = try SmallDisk(kilobytes: 600)
      let config = try site.config("two-bridges.yaml", store: disk.path + "/store")
      try await BridgeRun.listening(to: [valve], on: site.port) { heard in
        _ = try await BridgeRun.during(config) { log, _ in
          try await log.waitUntilBridgeHears()
          disk.fill()
          let first = try await water(config)
          #expect(first.isSuccess, "nobody knew that the disk is full: \(first.output)")
          try await log.wait(for: "held back")
          try await heard.wait(for: "OFF")
          #expect(await heard.count("ON") == 0)
          try await publishClosed(on: site.port)
          let second = try await water(config)
          #expect(!second.isSuccess && second.output.contains("disk"), "\(second.output)")
          #expect(await heard.count("ON") == 0)
          disk.free()
          try await log.wait(for: "store: works again")
          let third = try await water(config)
          #expect(third.isSuccess, "\(third.output)")
          try await heard.wait(for: "ON")
          let told = try await Program.run(
            Program.loam, ["explain", "bed-valve", "--last", "9", "--config", config])
          #expect(told.output.contains("held back"), "\(told.output)")
        }
        let down = try await Program.run(Program.loam, ["leases", "aloe", "--json", "--config", config])
        #expect(down.isSuccess && down.output.contains("held back"), "\(down.output)")
      }
    }
  }

  /// The valve's own word ends the first lease.
  private func publishClosed(on port: String) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", port, "-q", "1", "-t", "zigbee2mqtt/bed-valve", "-m", #"{"state":"OFF"}"#])
    try #require(sent.isSuccess)
  }
}

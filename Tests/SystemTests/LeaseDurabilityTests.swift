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
          try await waterAsTheDiskFillsUp(disk, config, log)
          try await log.wait(for: "held back")
          try await heard.wait(for: "OFF")
          #expect(await heard.count("ON") == 0)
          try await publishClosed(on: site.port)
          let second = try await water(config)
          #expect(!second.isSuccess && second.output.contains("disk"), "\(second.output)")
          #expect(await heard.count("ON") == 0)
          try await free(disk, log)
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

  /// A command that is taken because nobody knows yet that the disk is full. Where the bridge had something else to write first, it
  /// knows, and refuses: then once more.
  private func waterAsTheDiskFillsUp(_ disk: SmallDisk, _ config: String, _ log: LogWatch) async throws {
    while true {
      try await shortenLog(of: disk)
      disk.fill()
      let water = try await water(config)
      if water.isSuccess { return }
      try #require(water.output.contains("cannot write to its disk"), "\(water.output)")
      try await free(disk, log)
    }
  }

  /// The log of the database keeps its length, and is written again from its beginning: there a lease has room on the fullest disk.
  private func shortenLog(of disk: SmallDisk) async throws {
    let statement = """
      import sqlite3, sys
      print(sqlite3.connect(sys.argv[1], timeout=60).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
      """
    let done = try await Program.run("python3", ["-c", statement, disk.path + "/store/state.sqlite"])
    try #require(done.output == "0\n", "\(done.output)")
  }

  private func free(_ disk: SmallDisk, _ log: LogWatch) async throws {
    let times = await log.count(Self.isWell) + 1
    disk.free()
    try await log.wait(for: Self.isWell, times: times)
  }

  private static let isWell = "store: works again"

  /// The valve's own word ends the first lease.
  private func publishClosed(on port: String) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", port, "-q", "1", "-t", "zigbee2mqtt/bed-valve", "-m", #"{"state":"OFF"}"#])
    try #require(sent.isSuccess)
  }
}

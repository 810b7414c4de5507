import TestKit
import Testing

/// Water moves only inside a lease that is on the disk: with a disk that is really full.
@Suite(
  .inTurn, .serialized, .timeLimit(.minutes(15)),
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
          let opened = try await waterAsTheDiskFillsUp(disk, config, log, heard, on: site)
          try await heard.wait(for: "OFF")
          #expect(await heard.count("ON") == opened)
          try await site.publish("zigbee2mqtt/bed-valve", Self.closed)
          let second = try await water(config)
          #expect(!second.isSuccess && second.output.contains("disk"), "\(second.output)")
          #expect(await heard.count("ON") == opened)
          try await free(disk, log)
          let third = try await water(config)
          #expect(third.isSuccess, "\(third.output)")
          try await heard.wait(for: "ON", times: opened + 1)
          let told = try await Program.run(
            Program.loam, ["explain", "bed-valve", "--last", "9", "--config", config])
          #expect(told.output.contains("held back"), "\(told.output)")
        }
        let down = try await Program.run(Program.loam, ["leases", "aloe", "--json", "--config", config])
        #expect(down.isSuccess && down.output.contains("held back"), "\(down.output)")
      }
    }
  }

  /// A command that is taken because nobody knows yet that the disk is full, and is held back. Where the bridge had something else to
  /// write first, it knows, and refuses. Where the log of its database has room in a part that is written again, the lease is on the
  /// disk, and the valve opens rightly. In both cases: once more.
  ///
  /// - Returns: how often the valve opened rightly.
  private func waterAsTheDiskFillsUp(
    _ disk: SmallDisk, _ config: String, _ log: LogWatch, _ heard: LogWatch, on site: Site
  ) async throws -> Int {
    var opened = 0
    while opened < 20 {
      disk.fill()
      let water = try await water(config)
      if water.isSuccess {
        let isHeldBack = try await LogWatch.first(
          log, says: "held back", orElse: heard, says: "ON", times: opened + 1)
        if isHeldBack { return opened }
        opened += 1
        try await site.publish("zigbee2mqtt/bed-valve", #"{"state":"ON"}"#)
        let stop = try await Program.run(
          Program.loam, ["stop", "aloe", "--config", config, "--as", "anna-phone"])
        try #require(stop.isSuccess, "\(stop.output)")
        try await site.publish("zigbee2mqtt/bed-valve", Self.closed)
      } else {
        try #require(water.output.contains("cannot write to its disk"), "\(water.output)")
        try await free(disk, log)
      }
    }
    throw LogWatch.Missed(description: "the disk was never full when the lease was written")
  }

  private func free(_ disk: SmallDisk, _ log: LogWatch) async throws {
    let times = await log.count(Self.isWell) + 1
    disk.free()
    try await log.wait(for: Self.isWell, times: times)
  }

  private static let isWell = "store: works again"

  /// The valve's own word, which ends a run.
  private static let closed = #"{"state":"OFF"}"#
}

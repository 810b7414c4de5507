import Foundation
import TestKit
import Testing

/// What others do costs a device nothing: a flood of commands, a stolen client id.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct FloodTests {
  /// Bytes are counted where there is a disk: beside the program, not in a folder that may be memory.
  private func run(_ script: String, _ site: Site, _ more: String...) async throws -> Program.Ended {
    let folder = URL(filePath: Program.loam).deletingLastPathComponent().appending(path: "flood-\(UUID())")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await Program.run(
      "python3", [Program.scripts + "/" + script, Program.loam, site.port, folder, site.reach] + more)
  }

  @Test func `5000 forbidden commands a second delay no reminder and fill no card`() async throws {
    // Where the machine is too slow for such a flood the broker throws readings away: then nothing is learnt of the bridge.
    try await Site.during(
      .changed(["max_queued_messages 200000"], because: "the flood is counted to its end")
    ) { site in
      let played = try await run("flood.py", site)
      #expect(played.isSuccess, "\(played.output.suffix(4000))")
      print(played.output.split(separator: "\n").filter { $0.hasPrefix("flood:") }.joined(separator: "\n"))
    }
  }

  @Test func `what is refused costs no more than a reading, and stops act beside it, whoever sends`()
    async throws
  {
    try await Site.during(
      .changed(["max_queued_messages 200000"], because: "the flood is counted to its end")
    ) { site in
      let played = try await run("refusals.py", site)
      print(played.output)
      #expect(played.isSuccess, "\(played.output.suffix(4000))")
    }
  }

  /// How late the slowest may be is held where the machine does nothing else: `make faults`.
  @Test func `each stop acts beside 30 000 orders a second of a viewer, on the broker as it ships`()
    async throws
  {
    let isWhole = ProcessInfo.processInfo.environment["LOAM_FAULTS"] == "all"
    try await Site.during { site in
      let played = try await isWhole ? run("stops.py", site, "100", "1") : run("stops.py", site, "5")
      print(played.output)
      #expect(played.isSuccess, "\(played.output.suffix(4000))")
    }
  }

  @Test
  func `what another client destroyed at the broker is told again, until the device says that it has it`()
    async throws
  {
    try await Site.during { site in
      let played = try await run("theft.py", site)
      #expect(played.isSuccess, "\(played.output.suffix(4000))")
    }
  }
}

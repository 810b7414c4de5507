import Foundation
import TestKit
import Testing

/// Recordings of nights, and what they replay to: as a person reads it. A bug report becomes one more of them. README.md in `Nights` says how
/// each was made.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct NightTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Nights")

  static var nights: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (names ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  @Test func `there are at least three nights`() { #expect(Self.nights.count >= 3) }

  /// `UPDATE_EXPECTED=1` writes the texts with what is really replayed.
  @Test(arguments: nights) func `a night replays to what people read`(night: String) async throws {
    let file = Self.folder.appending(path: night)
    let ended = try await Program.run(Program.loam, ["replay", "--from", file.path()])
    #expect(ended.isSuccess, "\(ended.output)")
    let text = file.deletingPathExtension().appendingPathExtension("txt")
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try ended.output.write(to: text, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: text, encoding: .utf8) == ended.output)
    }
  }

  @Test func `another config is tried on a night with valves that obey, and what it does otherwise is told`()
    async throws
  {
    let folder = try TemporaryFolder()
    let night = Self.folder.appending(path: "windowsill.jsonl").path()
    let head = try String(contentsOfFile: night, encoding: .utf8).prefix { $0 != "\n" }
    let config = try JSONDecoder().decode(Head.self, from: Data(head.utf8)).config
    let own = try folder.write(config, to: "own.yaml")
    let lower = try folder.write(config.replacing("dry_below: 25%", with: "dry_below: 18%"), to: "lower.yaml")
    let same = try await Program.run(
      Program.loam, ["replay", "--from", night, "--config", own, "--against", own])
    #expect(same.isSuccess && same.output.contains("No difference from"), "\(same.output)")
    let other = try await Program.run(
      Program.loam, ["replay", "--from", night, "--config", lower, "--against", own])
    #expect(other.isSuccess && other.output.contains("chili: moved reminder"), "\(other.output)")
    let part = try await Program.run(Program.loam, ["replay", "--from", night, "--since", "2026-06-21"])
    #expect(!part.isSuccess && part.output.contains("a recording is replayed whole"), "\(part.output)")
  }

  private struct Head: Decodable { var config: String }
}

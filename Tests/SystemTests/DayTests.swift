import Foundation
import TestKit
import Testing

/// A day of a small garden, lived by the real program on the shipped broker, with a clock that stands still until the next second is due:
/// what happened, what was so, and what people read of it in three languages.
@Suite(.inTurn, .timeLimit(.minutes(10))) struct DayTests {
  static let diary = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Days/garden.txt")

  /// `UPDATE_EXPECTED=1` writes what was lived, for people to read.
  @Test func `a day reads as people have read it, and all of it is true`() async throws {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let oracle = folder.file("oracle")
    let lived = try await Program.run(
      python, [Program.scripts + "/day.py", Program.loam, folder.file("day"), oracle])
    try #require(lived.isSuccess, "\(lived.output.suffix(4000))")
    let judged = try String(contentsOfFile: oracle, encoding: .utf8)
    // The first line counts.
    let lies = judged.split(separator: "\n").dropFirst()
    #expect(lies.isEmpty, "what people read is so: \(judged.prefix(8000))")
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try lived.output.write(to: Self.diary, atomically: true, encoding: .utf8)
    }
    let read = try String(contentsOf: Self.diary, encoding: .utf8)
    #expect(lived.output == read, "UPDATE_EXPECTED=1 swift test --filter DayTests writes Days/garden.txt")
  }

  @Test func `the oracle reads every text back and finds the lies that were once told`() async throws {
    let checked = try await Program.run("python3", [Program.scripts + "/oracle_check.py"])
    #expect(checked.isSuccess, "\(checked.output)")
  }
}

import Foundation
import TestKit
import Testing

/// A day of a small garden, lived by the real program on the shipped broker, with a clock that stands still until the next second is due:
/// what happened, what was so, and what people read of it in three languages.
@Suite(.timeLimit(.minutes(10))) struct DayTests {
  static let diary = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Days/garden.txt")
  /// What is known not to be true yet, one a line: faults of the program. The list may only get shorter.
  static let untrue = diary.deletingLastPathComponent().appending(path: "untrue.txt")

  /// `UPDATE_EXPECTED=1` writes what was lived, for people to read.
  @Test func `a day reads as people have read it, and all of it is true but what is listed`() async throws {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let oracle = folder.file("oracle")
    let lived = try await Program.run(
      python, [Program.scripts + "/day.py", Program.loam, folder.file("day"), oracle])
    try #require(lived.isSuccess, "\(lived.output.suffix(4000))")
    let judged = try String(contentsOfFile: oracle, encoding: .utf8)
    // The first line counts; the others begin with the time at which it was noticed.
    let noticed = "11 Oct 09:22:51 ".count
    let lies = judged.split(separator: "\n").dropFirst().map { String($0.dropFirst(noticed)) }
    let untrue = lies.sorted().map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try untrue.write(to: Self.untrue, atomically: true, encoding: .utf8)
      try lived.output.write(to: Self.diary, atomically: true, encoding: .utf8)
    }
    let read = try String(contentsOf: Self.diary, encoding: .utf8)
    #expect(lived.output == read, "UPDATE_EXPECTED=1 swift test --filter DayTests writes Days/garden.txt")
    let listed = try String(contentsOf: Self.untrue, encoding: .utf8)
    #expect(
      untrue == listed, "what is mended leaves untrue.txt, nothing is added: \(judged.prefix(8000))")
  }

  @Test func `the oracle reads every text back and finds the lies that were once told`() async throws {
    let checked = try await Program.run("python3", [Program.scripts + "/oracle_check.py"])
    #expect(checked.isSuccess, "\(checked.output)")
  }
}

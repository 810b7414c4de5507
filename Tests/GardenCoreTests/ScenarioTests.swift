import Foundation
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")

  static var files: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (names ?? []).filter { $0.hasSuffix(".scenario") }.sorted()
  }

  @Test func `there are at least ten scenarios`() {
    #expect(Self.files.count >= 10)
  }

  /// `UPDATE_EXPECTED=1` rewrites the files with what the garden really does.
  @Test(arguments: files) func `the garden does what the diary says`(file: String) throws {
    let url = Self.folder.appending(path: file)
    let expected = try String(contentsOf: url, encoding: .utf8)
    let played = Diary.play(expected)
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try played.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(played == expected)
    }
  }
}

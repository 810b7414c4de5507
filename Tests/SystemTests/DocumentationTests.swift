import TestKit
import Testing

/// What people type because a page says so.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct DocumentationTests {
  @Test(arguments: [
    "README.md", "CONTRIBUTING.md", "Sources/Bridge/Bridge.docc/YourBroker.md",
    "Sources/LoamKit/LoamKit.docc/Dashboards.md",
    "Sources/LoamKit/LoamKit.docc/FirstReminder.md", "Sources/LoamKit/LoamKit.docc/Protocol.md",
  ])
  func `what a page says to type prints what the page shows`(page: String) async throws {
    let python = try await PythonEnvironment.interpreter()
    let script = Program.scripts + "/pages.py"
    let ended = try await Program.run(python, [script, Program.loam, PageTests.root + "/" + page])
    #expect(ended.isSuccess, "\(ended.output)")
  }
}

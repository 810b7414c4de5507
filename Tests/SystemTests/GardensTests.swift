import TestKit
import Testing

/// `loam web --fleet` beside real bridges, and the list of gardens in a real Chromium. What is checked stands in
/// Scripts/gardens.py, a line each.
@Suite(.inTurn, .timeLimit(.minutes(10))) struct GardensTests {
  @Test(.enabled("playwright cannot be had from PyPI") { await PageTests.environment.isAvailable() })
  func `many gardens are one list, what is wrong first, and each has its own page`() async throws {
    let python = try await PageTests.environment.interpreter()
    let folder = try TemporaryFolder()
    let page = folder.path + "/page"
    let built = try await Program.run(PageTests.root + "/deploy/page.sh", [page])
    try #require(built.isSuccess, "\(built.output.suffix(2000))")
    let seen = try await Program.run(
      python, [Program.scripts + "/gardens.py", Program.loam, page, folder.path])
    let failures = seen.output.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
    #expect(
      seen.isSuccess, "\(failures.joined(separator: "\n").prefix(4000))\n\(seen.output.suffix(1000))")
  }
}

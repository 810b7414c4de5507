import TestKit
import Testing

/// Phones that are let in by QR code: the real bridge, the real mosquitto with its plugin, and phones in Python.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct EnrolTests {
  @Test
  func
    `a scanned code lets a phone in within two seconds, once; who is out is out at once, whatever the clock says and whoever is killed`()
    async throws
  {
    let output = try await run("enrol.py")
    print(output.split(separator: "\n").prefix(2).joined(separator: "\n"))
  }

  @Test
  func
    `a config without broker.accounts puts nobody out, and says so; what comes back from an older copy, or was down meanwhile, lets nobody in`()
    async throws
  {
    _ = try await run("enrol_later.py")
  }

  @Test(.enabled("playwright cannot be had from PyPI") { await PageTests.environment.isAvailable() })
  func `an operator lets phones in from the page, by a code on the screen, and puts them out`()
    async throws
  {
    let folder = try TemporaryFolder()
    let page = folder.path + "/page"
    let built = try await Program.run(PageTests.root + "/deploy/page.sh", [page])
    try #require(built.isSuccess, "\(built.output.suffix(2000))")
    _ = try await run("enrol_page.py", by: PageTests.environment, [page])
  }

  private func run(
    _ script: String, by environment: PythonEnvironment = .phones, _ more: [String] = []
  ) async throws -> String {
    let python = try await environment.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(
      python, [Program.scripts + "/" + script, Program.loam, PageTests.root, folder.path] + more)
    #expect(result.isSuccess, "\(result.output.suffix(6000))")
    return result.output
  }
}

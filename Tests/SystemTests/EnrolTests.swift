import TestKit
import Testing

/// Phones that are let in by QR code: the real bridge, the real mosquitto with its plugin, and phones in Python.
@Suite(.serialized, .timeLimit(.minutes(10))) struct EnrolTests {
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

  private func run(_ script: String) async throws -> String {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(
      python, [Program.scripts + "/" + script, Program.loam, PageTests.root, folder.path])
    #expect(result.isSuccess, "\(result.output.suffix(6000))")
    return result.output
  }
}

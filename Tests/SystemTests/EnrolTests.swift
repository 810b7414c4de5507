import TestKit
import Testing

/// Phones that are let in by QR code, by `enrol.py`: the real bridge, the real mosquitto with its plugin, and phones in Python.
@Suite(.serialized, .timeLimit(.minutes(10))) struct EnrolTests {
  @Test
  func
    `a scanned code lets a phone in within two seconds, once; who is out is out at once, whatever the clock says and whoever is killed`()
    async throws
  {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(
      python, [Program.scripts + "/enrol.py", Program.loam, PageTests.root, folder.path])
    #expect(result.isSuccess, "\(result.output.suffix(6000))")
    print(result.output.split(separator: "\n").prefix(2).joined(separator: "\n"))
  }
}

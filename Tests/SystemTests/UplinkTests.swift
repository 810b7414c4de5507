import TestKit
import Testing

/// A garden with a broker of its own, connected to one elsewhere by the settings that are shipped.
@Suite(.timeLimit(.minutes(15))) struct UplinkTests {
  @Test func `a broken line loses nothing and tells nothing twice, and what is retained there never acts`()
    async throws
  {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/uplink.py", Program.loam, folder.path])
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}

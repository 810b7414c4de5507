import TestKit
import Testing

/// A garden behind a bad line: with a broker of its own, connected to one elsewhere by the settings that are shipped, and with none.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct UplinkTests {
  @Test func `a broken line loses nothing and tells nothing twice, and what is retained there never acts`()
    async throws
  {
    try await play("uplink.py")
  }

  @Test
  func `what a broker keeps over a broken line is not published again, and one that forgot is given all`()
    async throws
  {
    try await play("kept.py")
  }

  private func play(_ script: String) async throws {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/" + script, Program.loam, folder.path])
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}

import TestKit
import Testing

/// `loam setup` in a real terminal, with a real mosquitto, to a plant on the page within two minutes.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct SetupTests {
  private static let terminals = PythonEnvironment(
    name: "python-terminals", packages: ["pexpect==4.9.0"], modules: "pexpect")

  @Test(
    .enabled("pexpect cannot be had from PyPI") { await terminals.isAvailable() },
    arguments: [
      // A mosquitto as Debian installs it, and nobody on it.
      "bare",
      // A mosquitto that a zigbee2mqtt uses without an account.
      "shared",
      // A broker on another machine, with TLS and an account; and all that can be wrong there.
      "elsewhere",
      // A broker on which nothing speaks yet.
      "silent",
    ])
  func `a newcomer comes from a broker to a plant on the page, and a second run changes nothing`(
    part: String
  ) async throws {
    let python = try await Self.terminals.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(
      python, [Program.scripts + "/setup.py", part, Program.loam, PageTests.root, folder.path])
    #expect(result.isSuccess, "\(result.output.suffix(6000))")
    print(result.output)
  }
}

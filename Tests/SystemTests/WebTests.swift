import TestKit
import Testing

/// `loam web` from outside, by `web.py`: the real program, and where it is asked for a real bridge with a real broker and history.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct WebTests {
  private func holds(_ part: String, _ python: String = "python3") async throws {
    try await Site.during(.open(because: "the web process is tried without an account of its own")) { site in
      let config = try site.config("web.yaml")
      let result = try await Program.run(
        python, [Program.scripts + "/web.py", part, Program.loam, config, site.folder])
      #expect(result.isSuccess, "\(result.output.suffix(6000))")
      print(result.output.split(separator: "\n").suffix(2).joined(separator: "\n"))
    }
  }

  @Test func `files are served as they should be, and nothing else on the machine is`() async throws {
    try await holds("pages")
  }

  @Test func `who has no token, or asks too fast, or speaks plainly to TLS stays outside`() async throws {
    try await holds("doors")
  }

  @Test func `metrics, health and history follow the bridge; a changed config is taken over`() async throws {
    try await holds("life")
  }

  @Test
  func `the demo's page joins once it is built, and nothing is left behind, also when the demo is killed`()
    async throws
  {
    try await holds("demo")
  }

  @Test(.enabled("schemathesis cannot be had from PyPI") { await PythonEnvironment.web.isAvailable() })
  func `the description is valid, and a fuzzer that reads it finds no answer that it does not allow`()
    async throws
  {
    try await holds("api", try await PythonEnvironment.web.interpreter())
  }
}

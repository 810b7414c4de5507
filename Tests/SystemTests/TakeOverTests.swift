import TestKit
import Testing

/// A garden that is started elsewhere on a copy of its store, with real processes and a real broker.
@Suite(.timeLimit(.minutes(15))) struct TakeOverTests {
  @Test func `what wakes on the older store stands by, opens nothing and tells nobody twice`() async throws {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/takeover.py", Program.loam, folder.path])
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}

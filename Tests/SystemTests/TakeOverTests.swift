import TestKit
import Testing

/// A garden that is started elsewhere on a copy of its store, with real processes and a real broker.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct TakeOverTests {
  @Test func `what wakes on the older store stands by, opens nothing and tells nobody twice`() async throws {
    try await play("takeover.py")
  }

  @Test(arguments: [3600, -3600])
  func `whose clock is an hour off takes over all the same, and closes what was open`(ahead: Int) async throws
  {
    try await play("takeover_clock.py", "\(ahead)")
  }

  private func play(_ script: String, _ more: String...) async throws {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/" + script, Program.loam, folder.path] + more)
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}

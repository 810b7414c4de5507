import TestKit
import Testing

/// The machine's clock is set while the bridge runs.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct ClockSetTests {
  @Test func `reminders, water and stops come whatever the clock was set to, and nothing twice`() async throws
  {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/clock_set.py", Program.loam, folder.path])
    print(played.output)
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}

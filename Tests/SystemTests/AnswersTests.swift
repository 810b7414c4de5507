import Foundation
import TestKit
import Testing

/// What the broker has taken from a phone is kept, whatever becomes of the bridge meanwhile. The long form:
/// `LOAM_PRESSES=200 … --filter SystemTests.AnswersTests`.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(30))) struct AnswersTests {
  @Test(arguments: ["5", "3.1.1"])
  func
    `answers and stops pressed while the bridge is killed, stopped or cut off are acknowledged, and have effect once`(
      version: String
    ) async throws
  {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let environment = ProcessInfo.processInfo.environment
    let played = try await Program.run(
      python,
      [
        Program.scripts + "/answers.py", Program.loam, folder.path, environment["LOAM_PRESSES"] ?? "15",
        environment["LOAM_SEED"] ?? "1", version,
      ])
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
    print(played.output.split(separator: "\n").last.map(String.init) ?? "")
  }
}

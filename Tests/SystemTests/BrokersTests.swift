import FoundationEssentials
import TestKit
import Testing

/// The contract on the brokers that `make brokers` knows, as far as they start within seconds; the others, with three nodes or in Erlang, are
/// its own.
@Suite(.inTurn, .timeLimit(.minutes(20))) struct BrokersTests {
  @Test(arguments: ["mosquitto", "NATS"])
  func `reminders, answers, sliders, water, retained documents and sessions are as the contract says`(
    broker: String
  ) async throws {
    let python = try await PythonEnvironment.interpreter()
    let played = try await Program.run(
      python, [PageTests.root + "/Tests/Brokers/brokers.py", Program.loam, "--only", broker])
    let told = played.output.split(separator: "\n").filter { $0.hasPrefix(broker) && !$0.hasSuffix(": yes") }
    #expect(played.isSuccess, "\(told.joined(separator: "\n"))\n\(played.output.suffix(1000))")
    #expect(played.output.contains("| grants all that a garden asks for | yes |"), "\(played.output)")
  }
}

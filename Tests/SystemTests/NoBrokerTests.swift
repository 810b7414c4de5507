import TestKit
import Testing

/// What a person reads where no broker answers.
@Suite(.inTurn) struct NoBrokerTests {
  @Test(arguments: [["plants"], ["sniff", "--for", "1s"], ["explain", "basil"], ["watch"], ["topics"]])
  func `a broker that does not answer is one sentence with the remedy`(_ command: [String]) async throws {
    // Nothing listens on port 1.
    let ended = try await Program.run(Program.loam, command + ["--host", "127.0.0.1", "--port", "1"])
    #expect(!ended.isSuccess)
    let sentence =
      "No broker at 127.0.0.1:1 (connection refused). Is it running? --host, --port or 'broker' in "
    #expect(ended.output.hasPrefix(sentence) && ended.output.hasSuffix(".yaml\n"), "\(ended.output)")
  }
}

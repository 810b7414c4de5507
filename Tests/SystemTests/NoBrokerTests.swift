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

  @Test(arguments: [["plants"], ["watch"], ["topics"]])
  func `a broker on which no bridge has spoken is one sentence, too`(_ command: [String]) async throws {
    try await Site.during { site in
      let ended = try await Program.run(
        Program.loam,
        command + ["--host", "127.0.0.1", "--port", site.port, "--base", "nothing", "--timeout", "1"])
      #expect(ended.output.contains("no bridge has spoken under 'nothing"), "\(ended.output)")
      #expect(ended.isSuccess == (command == ["topics"]))
    }
  }
}

import Foundation
import TestKit
import Testing

/// Another broker: Debian's nats-server with what it grants a client by default.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct NatsTests {
  private static let server = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { $0 + "/nats-server" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: server != nil, "nats-server is not installed"))
  func `500 plants are heard, asked about and watered, and a restart of either side changes nothing`()
    async throws
  {
    let server = try #require(Self.server)
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/nats.py", Program.loam, server, folder.path])
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}

import BrokerHarness
import Foundation
import Subprocess
import Testing

/// The real program behind a real broker, while somebody sends it what no device should.
@Suite(.serialized, .timeLimit(.minutes(8))) struct HostileTests {
  /// With MQTT 5 the broker itself keeps back what is too large, with 3.1.1 all of it arrives.
  @Test(arguments: ["5", "3.1.1"])
  func `no payload makes a reading, a reminder or a crash`(version: String) async throws {
    try await run("payloads", protocol: version)
  }

  @Test func `topics of 64 kB, with wildcards and without end cost no memory`() async throws {
    try await run("topics")
  }

  @Test func `a device that floods is bounded, and the others are heard`() async throws {
    try await run("flood")
  }

  @Test func `a payload's clock in the future, in 1970 or in another unit dates no value wrongly`()
    async throws
  {
    try await run("clocks")
  }

  @Test func `a changed id is another device, and what several gateways hear counts once`() async throws {
    try await run("identity")
  }

  /// Plays one case of Scripts/hostile.py; the bridge must end well after it.
  private func run(_ name: String, protocol version: String = "5") async throws {
    try await Site.during { site in
      let config = try site.config("hostile.yaml")
      let text = try String(contentsOfFile: config, encoding: .utf8)
      try text.replacing("port: \(site.port)", with: "port: \(site.port), protocol: '\(version)'").write(
        toFile: config, atomically: true, encoding: .utf8)
      let ended = try await Subprocess.run(
        .name("env"), arguments: [Program.loam, "run", "--config", config], input: .none, output: .discarded,
        error: .discarded
      ) { execution in
        let bridge = "\(execution.processIdentifier.value)"
        let played = try await Program.run(
          "python3", [Program.scripts + "/hostile.py", name, site.port, bridge])
        #expect(played.isSuccess, "\(played.output.suffix(6000))")
        print(played.output.split(separator: "\n").filter { $0.contains("memory") }.joined(separator: "\n"))
        try execution.send(signal: .terminate)
      }
      #expect(ended.terminationStatus == .exited(0))
    }
  }
}

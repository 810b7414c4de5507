import TestKit
import Testing

/// `loam-push` from outside, by `apns.py`: the real program between a real broker and an APNs as strict as Apple's documents.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(30))) struct ApnsChannelTests {
  static let environment = PythonEnvironment(
    name: "python-apns", packages: ["h2==4.4.1", "cryptography==50.0.2", "paho-mqtt==2.2.0"],
    modules: "h2, cryptography, paho.mqtt.client")

  @Test(.enabled("h2 cannot be had from PyPI") { await environment.isAvailable() })
  func
    `over kills, lost tokens and broken connections APNs refuses nothing that is ours, and every activity ends`()
    async throws
  {
    let python = try await Self.environment.interpreter()
    try await Site.during(.open(because: "loam-push speaks for devices that no rule of ours names")) { site in
      let config = try site.config("apns.yaml")
      let result = try await Program.run(
        python, [Program.scripts + "/apns.py", Program.loam, config, site.folder, site.port])
      #expect(result.isSuccess, "\(result.output.suffix(6000))")
      print(result.output)
    }
  }
}

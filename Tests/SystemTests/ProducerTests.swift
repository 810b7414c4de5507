import Foundation
import TestKit
import Testing

/// Programs of other people, as they come from PyPI, publish to a real broker; the bridge makes plants' states of it.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct ProducerTests {
  private static let shared = RadioTests.shared
  private static let hasUploads = FileManager.default.fileExists(atPath: shared + "/data/ecowitt-uploads")

  @Test(.enabled("pysparkplug cannot be had from PyPI") { await PythonEnvironment.sparkplug.isAvailable() })
  func `a Sparkplug node is asked for its births, waters and dies`() async throws {
    try await play("edge_node", in: .sparkplug)
  }

  @Test(.enabled("Theengs Gateway cannot be had from PyPI") { await PythonEnvironment.theengs.isAvailable() })
  func `advertisements of Bluetooth probes are heard through two Theengs Gateways`() async throws {
    try await play("bluetooth", in: .theengs)
  }

  @Test(
    .enabled("ecowitt2mqtt cannot be had from PyPI") { await PythonEnvironment.ecowitt.isAvailable() },
    .enabled(if: hasUploads, "the folder shared with uploads of gateways is not beside the project"))
  func `uploads of an Ecowitt gateway are heard through ecowitt2mqtt`() async throws {
    let gateway = try await PythonEnvironment.ecowitt.program("ecowitt2mqtt")
    try await play("ecowitt", in: .ecowitt, [gateway, Self.shared + "/data/ecowitt-uploads"])
  }

  @Test(
    .enabled("ChirpStack's protobuf cannot be had from PyPI") {
      await PythonEnvironment.chirpstack.isAvailable()
    })
  func `uplinks in ChirpStack's own protobuf are read, and it reads our downlinks`() async throws {
    try await play("lorawan", in: .chirpstack)
  }

  @Test(.enabled("Homie devices cannot be had from PyPI") { await PythonEnvironment.homie.isAvailable() })
  func `devices of Homie 4 and 5 live, die and come back`() async throws {
    try await play("homie", in: .homie)
  }

  @Test(.enabled("MQTT IO cannot be had from PyPI") { await PythonEnvironment.pins.isAvailable() })
  func `an analog pin, a 1-wire probe and a relay are heard through MQTT IO`() async throws {
    try await play("gpio", in: .pins)
  }

  /// Runs a script that starts the bridge with the config beside it, and says what failed.
  private func play(_ name: String, in environment: PythonEnvironment, _ more: [String] = []) async throws {
    let python = try await environment.interpreter()
    try await Site.during { site in
      let config = try site.config(name + ".yaml")
      let run = try await Program.run(
        python, [Program.scripts + "/\(name).py", Program.loam, config, site.port] + more)
      #expect(run.isSuccess, "\(run.output.suffix(4000))")
    }
  }
}

import Foundation
import TestKit
import Testing

/// `loam-push` is killed at random moments between a real bridge, a real broker and strict servers of every kind of channel, by
/// `push_kills.py`. The long form is `KILLS=1000`, which demands times as well; the seed is in `LOAM_SEED`.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(60))) struct PushKillTests {
  static let environment = PythonEnvironment(
    name: "python-push-kills",
    packages: ["h2==4.4.1", "cryptography==50.0.2", "paho-mqtt==2.2.0", "http-ece==1.2.1"],
    modules: "h2, cryptography, paho.mqtt.client, http_ece")

  @Test(.enabled("its packages cannot be had from PyPI") { await environment.isAvailable() })
  func
    `over kills of loam-push no reminder is lost, no answer acts twice or late, the first closes all, and what stands twice is counted`()
    async throws
  {
    let python = try await Self.environment.interpreter()
    let chosen = ProcessInfo.processInfo.environment
    try await Site.during(
      .open(
        ["max_queued_messages 100000"],
        because: "loam-push speaks for seven devices that no rule of ours names")
    ) { site in
      let result = try await Program.run(
        python,
        [
          Program.scripts + "/push_kills.py", Program.loam, site.folder, site.port, chosen["KILLS"] ?? "8",
          chosen["LOAM_SEED"] ?? "1",
        ])
      #expect(result.isSuccess, "\(result.output.suffix(6000))")
      print(result.output)
    }
  }
}

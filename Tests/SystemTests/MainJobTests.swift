import Foundation
import Subprocess
import TestKit
import Testing

/// The whole house from outside: the real program, a real broker, a real database, devices that are other programs.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct MainJobTests {
  @Test(arguments: ["5", "311"])
  func `a phone is reminded, answers in three ways, moves both sliders and watches a watering`(
    version: String
  ) async throws {
    let python = try await PythonEnvironment.interpreter()
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      try await whileRunning(config) {
        let phone = try await Program.run(python, [Program.scripts + "/phone.py", site.port, version])
        #expect(phone.isSuccess, "\(phone.output.suffix(4000))")
      }
    }
  }

  @Test func `a retained command opens nothing and is cleared`() async throws {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      let topic = "plants/v1/d/anna-phone/up/action"
      let now = Int(Date().timeIntervalSince1970)
      let order = """
        {"v":1,"id":"0197f0ae-4444-7555-8666-777788889999","category":"WATERING_CONTROL","action":"water_start",\
        "plant":"aloe","at":\(now)}
        """
      let published = try await Program.run(
        "mosquitto_pub", ["-p", site.port, "-t", topic, "-m", order, "-q", "1", "-r"])
      try #require(published.isSuccess)
      let phone = "plants/v1/d/anna-phone"
      let valve = "zigbee2mqtt/bed-valve/set"
      try await BridgeRun.listening(to: [valve, topic, phone + "/dn/ack"], on: site.port) { heard in
        try await whileRunning(config) {
          // Its retained copy is taken away, and a question that comes after it is answered: by then it has been handled.
          try await heard.wait(for: topic + " (null)")
          try await site.publish(topic, "{")
          _ = try await heard.document(phone + "/dn/ack") { $0.contains("bad_json") }
          #expect(await heard.documents(valve).allSatisfy { !$0.contains("ON") })
          #expect(try await site.retained(topic) == nil)
        }
      }
    }
  }

  @Test func `a bad config says what is wrong and ends with 78`() async throws {
    try await Site.during { site in
      let path = site.folder + "/bad.yaml"
      try "plants:\n  basil: {name: Basil, sensors: nobody, dry_below: 5°C}\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let result = try await Subprocess.run(
        .name("env"), arguments: [Program.loam, "run", "--config", path], output: .discarded,
        error: .string(limit: 65_536))
      #expect(result.terminationStatus == .exited(78))
      #expect(result.standardError.contains(":2:"))
      #expect(result.standardError.contains("^"))
    }
  }

  /// Runs the bridge while `body` runs; SIGTERM must end it well.
  private func whileRunning(_ config: String, _ body: () async throws -> Void) async throws {
    let result = try await Subprocess.run(
      .name("env"), arguments: [Program.loam, "run", "--config", config], input: .none, output: .discarded,
      error: .discarded
    ) { execution in
      try await body()
      try execution.send(signal: .terminate)
    }
    #expect(result.terminationStatus == .exited(0))
  }
}

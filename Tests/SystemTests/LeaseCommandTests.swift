import Foundation
import Subprocess
import TestKit
import Testing

/// `loam leases` and `loam explain` of a lease, where there is nothing to tell.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct LeaseCommandTests {
  private func loam(_ arguments: String...) async throws -> (status: TerminationStatus, said: String) {
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([Program.loam] + arguments), output: .string(limit: 65_536),
      error: .combinedWithOutput)
    return (result.terminationStatus, result.standardOutput)
  }

  @Test func `on another machine the log is said to lie elsewhere`() async throws {
    let named = try await loam("leases", "--host", "localhost")
    #expect(named.status == .exited(64))
    #expect(named.said.contains("the bridge's own machine"), "\(named.said)")
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      for command in [["leases"], ["explain", "bed-valve", "--last", "2"]] {
        let elsewhere = try await Subprocess.run(
          .name("env"), arguments: Arguments([Program.loam] + command + ["--config", config]),
          output: .string(limit: 65_536), error: .combinedWithOutput)
        #expect(elsewhere.terminationStatus == .exited(66))
        #expect(
          elsewhere.standardOutput.contains("lies on the machine where `loam run` runs"),
          "\(elsewhere.standardOutput)")
      }
    }
  }

  @Test func `a log without leases says so while the bridge runs and when it is down`() async throws {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        let up = try await loam("leases", "--config", config)
        #expect(up.status == .exited(0) && up.said.contains("the log is empty"), "\(up.said)")
      }
      let down = try await loam("leases", "--config", config)
      #expect(down.status == .exited(0) && down.said.contains("the log is empty"), "\(down.said)")
      let valve = try await loam("explain", "bed-valve", "--config", config)
      #expect(valve.status == .exited(1) && valve.said.contains("nothing of 'bed-valve'"), "\(valve.said)")
      let unknown = try await loam("explain", "0197f0ae-4444-7555-8666-777788889999", "--config", config)
      #expect(unknown.status == .exited(1), "\(unknown.said)")
    }
  }

  @Test func `a heater that has not heated yet is explained by its present state`() async throws {
    try await Site.during { site in
      let config = try site.config("two-bridges.yaml")
      let text = try String(contentsOfFile: config, encoding: .utf8)
      let heater = """
        heaters:
          frost-guard: {family: tasmota, topic: frost-guard, part: 1, sensors: air, setpoint: 6°C}

        """
      let air = "sensors:\n  air: {family: plain, topic: garden/air, fields: {temperature: {unit: °C}}}\n"
      let whole = text.replacing("sensors:\n", with: air, maxReplacements: 1) + heater
      try whole.write(toFile: config, atomically: true, encoding: .utf8)
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        let told = try await loam("explain", "frost-guard", "--config", config)
        #expect(
          told.status == .exited(0) && told.said.contains("asked for 6 °C")
            && told.said.contains("nothing of it is in the lease log yet"), "\(told.said)")
      }
    }
  }
}

import Foundation
import TestKit
import Testing

/// A mosquitto as Debian ships it, with somebody on it already, beside an installation.
@Suite(.serialized, .enabled(if: ShellCommand.isInstalled("mosquitto"), "mosquitto is not installed"))
struct StockBrokerTests {
  /// Without a listener in its configuration mosquitto goes on where another process has taken the port of 127.0.0.1 meanwhile, and listens on ::1
  /// alone: then another port is tried.
  private func publishes(_ staged: StagedInstall) async throws -> (taken: Bool, output: String) {
    for _ in 0..<4 {
      let answer = try await publishes(staged, on: try LoopbackPort.free())
      if !answer.output.contains("Connection refused") { return answer }
    }
    return try await publishes(staged, on: try LoopbackPort.free())
  }

  /// Starts mosquitto with the staged configuration and lets one without an account publish.
  private func publishes(
    _ staged: StagedInstall, on port: UInt16
  ) async throws -> (taken: Bool, output: String) {
    let files = staged.files.filter { $0.key.hasPrefix("etc/mosquitto/conf.d/") && $0.key.hasSuffix(".conf") }
    for (path, text) in files {
      // Its folders are replaced in Debian's file, which includes it.
      let moved = String(decoding: text, as: UTF8.self)
        .replacing("/etc/mosquitto", with: "\(staged.root)/etc/mosquitto")
        .replacing(/^listener 1883/.anchorsMatchLineEndings(), with: "listener \(port) 127.0.0.1")
        .replacing(/^listener 9001/.anchorsMatchLineEndings(), with: "listener 0 \(staged.root)/web.sock")
        .replacing("/run/mosquitto/", with: "\(staged.root)/")
      try staged.write(moved, to: path)
    }
    // Without a listener of its own mosquitto listens on localhost, anonymous.
    let broker = try TestBroker(port: port, arguments: files.isEmpty ? ["-p", "\(port)"] : []) { _ in
      (staged.text("etc/mosquitto/mosquitto.conf") ?? "")
        .replacing("/etc/mosquitto", with: "\(staged.root)/etc/mosquitto")
    }
    return try await broker.during { broker in
      let said = try ShellCommand([
        "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", "zigbee2mqtt/basil", "-m",
        #"{"soil_moisture":41}"#,
      ])
      return (said.status == 0, said.output)
    }
  }

  @Test func `who could use the broker before an installation can use it after`() async throws {
    let staged = try StagedInstall()
    let before = try await publishes(staged)
    try #require(before.taken, "\(before.output)")
    let installed = try staged.install()
    #expect(installed.status == 0, "\(installed.output)")
    #expect(installed.output.contains("Next: sudo loam setup"), "\(installed.output)")
    let after = try await publishes(staged)
    #expect(after.taken, "\(after.output)")
    #expect(staged.text("etc/mosquitto/conf.d/loam.conf") == nil)
  }
}

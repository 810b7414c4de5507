import Foundation
import Subprocess
import TestKit
import Testing

/// The example of a client, as its reader would run it: with the real bridge and a real broker.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct WatchDisplayTests {
  private static var watch: String {
    URL(filePath: Program.loam).deletingLastPathComponent().appending(path: "WatchDisplay").path
  }

  @Test func `it stays as short as an example should be`() throws {
    let file = PageTests.root + "/Examples/WatchDisplay/WatchDisplay.swift"
    #expect(
      try String(contentsOfFile: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).count <= 84)
  }

  @Test func `it shows a reminder and presses its button, moves a slider, and follows a watering`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        // A notification that comes before the bridge has said its buttons is shown without.
        _ = try await site.document("plants/v1/state/category/WATERING_REMINDER")
        let shown = LogWatch()
        _ = try await Subprocess.run(
          .name("env"),
          arguments: [
            "PASSWORD=\(TestBroker.password(of: "anna-phone"))", Self.watch, "127.0.0.1",
            "\(site.broker.door)", "anna-phone",
          ],
          input: .inputWriter, output: .sequence, error: .discarded
        ) { execution in
          async let read: Void = Self.collect(execution.standardOutput, into: shown)
          defer { try? execution.send(signal: .terminate) }
          func type(_ line: String) async throws {
            _ = try await execution.standardInputWriter.write(line + "\n")
          }
          try await shown.wait(for: "- basil-dry-below 30.0 %")
          // Not before the watch is there: to one that has never acknowledged anything nothing is repeated.
          try await site.publish("zigbee2mqtt/basil", #"{"soil_moisture":18}"#)
          try await shown.wait(for: "* Basil")
          try await shown.wait(for: "[1] Done")
          try await type("basil-dry-below=20")
          try await shown.wait(for: "= accepted")
          try await shown.wait(for: "- basil-dry-below 20.0 %")
          try await type("basil-dry-below=20000")
          try await shown.wait(for: "= refused: out_of_range")
          try await type("99")
          try await shown.wait(for: "= a button's number")
          try await site.publish("zigbee2mqtt/basil", #"{"soil_moisture":12}"#)
          try await type("1")
          try await shown.wait(for: "= accepted", times: 2)
          let counting = try await Program.run(Program.loam, ["countdown", "60s", "--config", config])
          #expect(counting.isSuccess, "\(counting.output)")
          try await shown.wait(for: "~ ")
          try await type("q")
          await read
        }
      }
    }
  }

  private static func collect(_ output: SubprocessOutputSequence, into log: LogWatch) async {
    do { for try await line in output.strings() { await log.add(line) } } catch { await log.add("\(error)") }
    await log.end()
  }
}

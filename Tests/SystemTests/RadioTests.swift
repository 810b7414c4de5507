import BrokerHarness
import Foundation
import Subprocess
import Testing

/// The real decoder chain: a radio signal → Debian's rtl_433 → a real broker → the bridge → a plant's state.
@Suite(.serialized, .timeLimit(.minutes(4))) struct RadioTests {
  static let shared = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared").path
  static let hasShared = FileManager.default.fileExists(atPath: shared + "/tools/rtl433_replay.py")

  @Test(
    .enabled(if: hasShared, "the folder shared with signals and the replay tool is not beside the project"))
  func `a soil probe and a weather sensor are heard through rtl_433`() async throws {
    try await Site.during { site in
      let signals = site.folder + "/signals"
      let made = try await Program.run("python3", [Self.shared + "/tools/rtl433_replay.py", "make", signals])
      try #require(made.isSuccess, "\(made.output)")
      let config = site.folder + "/radio.yaml"
      try """
      broker: {host: 127.0.0.1, port: \(site.port)}
      store: {path: \(site.folder)/store}
      sensors:
        soil: {family: rtl_433, topic: rtl_433/+/events, select: {model: Fineoffset-WH51, id: 00c4ae}}
        air: {family: rtl_433, topic: rtl_433/+/events, select: {model: TFA-TwinPlus, id: '7'}}
      plants:
        bed:
          name: Bed
          sensors: [soil, {sensor: air, quantities: [temperature]}]
          dry_below: 30%
      """.write(toFile: config, atomically: true, encoding: .utf8)
      let state = try await whilePlaying(
        site, config: config,
        files: [
          signals + "/wh51_00c4ae_433.92M_250k.cu8",
          Self.shared + "/data/rtl433-recordings/tfa-twin-plus_gfile001_433.92M_250k.cu8",
        ])
      #expect(state.contains("\"m\":81"), "\(state)")
      #expect(state.contains("\"c\":23.9"), "\(state)")
      #expect(state.contains("\"s\":\"ok\""), "\(state)")
    }
  }

  /// Plays the files to a real rtl_433 while the bridge runs; the plant's last state.
  private func whilePlaying(_ site: Site, config: String, files: [String]) async throws -> String {
    let port = "\(try LoopbackPort.free())"
    let script = """
      set -u
      "$1" run --config "$2" 2>/dev/null & bridge=$!
      python3 "$3" serve "$4" "$6" "$7" & player=$!
      sleep 1
      rtl_433 -d rtl_tcp:127.0.0.1:$4 -s 250000 -F "mqtt://127.0.0.1:$5" >/dev/null 2>&1 & radio=$!
      wait $player
      sleep 1
      mosquitto_sub -p "$5" -t plants/v1/state/plant/bed -C 1 -W 5
      kill $radio $bridge
      wait $bridge
      """
    let played = try await Program.run(
      "sh",
      ["-c", script, "sh", Program.loam, config, Self.shared + "/tools/rtl433_replay.py", port, site.port]
        + files)
    return played.output
  }
}

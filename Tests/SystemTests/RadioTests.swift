import Foundation
import Subprocess
import TestKit
import Testing

/// The real decoder chain: a radio signal → Debian's rtl_433 → a real broker → the bridge → a plant's state.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct RadioTests {
  static let shared = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared").path
  private static let hasRecordings = FileManager.default.fileExists(
    atPath: shared + "/data/rtl433-recordings")
  private static let radio = Program.scripts + "/radio.py"

  @Test func `soil probes of five makers are heard through rtl_433`() async throws {
    try await Site.during { site in
      let config = site.folder + "/radio.yaml"
      try """
      broker: {host: 127.0.0.1, \(site.reach)}
      store: {path: \(site.folder)/store}
      sensors:
        bed: {family: rtl_433, topic: rtl_433/+/events, select: {model: Fineoffset-WH51, id: 00c4ae}}
        root: {family: rtl_433, topic: rtl_433/+/events, select: {model: Fineoffset-WN34, id: '10597'}}
        box: {family: rtl_433, topic: rtl_433/+/events, select: {model: Springfield-Soil, id: '212'}}
        tub: {family: rtl_433, topic: rtl_433/+/events, select: {model: Opus-XT300, channel: '2'}}
        lawn: {family: rtl_433, topic: rtl_433/+/events, select: {model: Bresser-6in1, sensor_type: '4'}}
      plants:
        kale: {name: Kale, sensors: [bed, root], dry_below: 30%}
        leek: {name: Leek, sensors: box, dry_below: 30%}
        mint: {name: Mint, sensors: tub, dry_below: 10%}
        moss: {name: Moss, sensors: lawn, dry_below: 10%}
      """.write(toFile: config, atomically: true, encoding: .utf8)
      let signals = try await Self.signals(of: site)
      let names = ["wh51_00c4ae", "wn34_002965", "springfield_212_wet", "opus_xt300_27C", "bresser_soil"]
      try await whilePlaying(site, config: config, files: names.map { "\(signals)/\($0)_433.92M_250k.cu8" }) {
        heard in
        for (plant, values) in [
          ("kale", ["\"m\":81", "\"c\":24.5"]), ("leek", ["\"m\":80", "\"c\":21.6"]),
          ("mint", ["\"m\":5", "\"c\":27"]), ("moss", ["\"c\":22.1"]),
        ] {
          _ = try await heard.document("plants/v1/state/plant/\(plant)") { state in
            values.allSatisfy(state.contains)
          }
        }
      }
    }
  }

  /// Plant, moisture, temperature of Scripts/radio.yaml once all is played.
  private static let plants: [(name: String, moisture: String, temperature: String)] = [
    ("kale", "36", "24.5"), ("leek", "80", "21.6"), ("mint", "5", "27"), ("hall", "36", "19"),
    ("porch", "80", "24.6"), ("shed", "80", "24.3"), ("den", "80", "26.9"),
  ]

  @Test(.enabled(if: hasRecordings, "the folder shared with recordings is not beside the project"))
  func `nine kinds of sensors are heard on both trees of rtl_433`() async throws {
    try await Site.during { site in
      let signals = try await Self.signals(of: site)
      let soil = ["wh51_006b58", "wn34_002965", "springfield_212_wet", "opus_xt300_27C"].map {
        "\(signals)/\($0)_433.92M_250k.cu8"
      }
      let air = [
        "nexus-th_gfile001", "auriol-nexus-t_gfile001", "rubicson_gfile006", "danfoss-cfr_dfile001",
        "tfa-twin-plus_gfile012",
      ].map(Self.recording)
      try await whilePlaying(site, config: try site.config("radio.yaml"), files: soil + air) { heard in
        for plant in Self.plants {
          _ = try await heard.document("plants/v1/state/plant/\(plant.name)") { state in
            state.contains("\"m\":\(plant.moisture),") && state.contains("\"c\":\(plant.temperature),")
          }
        }
      }
    }
  }

  private static func signals(of site: Site) async throws -> String {
    let folder = site.folder + "/signals"
    let made = try await Program.run("python3", [radio, "make", folder])
    try #require(made.isSuccess, "\(made.output)")
    return folder
  }

  private static func recording(_ name: String) -> String {
    "\(shared)/data/rtl433-recordings/\(name)_433.92M_250k.cu8"
  }

  /// Plays the files to a real rtl_433 while the bridge runs, until `body` has heard what it wants of the plants' states.
  private func whilePlaying(
    _ site: Site, config: String, files: [String], _ body: (LogWatch) async throws -> Void
  ) async throws {
    let port = "\(try LoopbackPort.free())"
    let script = """
      set -u
      bridge_program=$1 config=$2 replay=$3 radio_port=$4 broker_port=$5
      shift 5
      "$bridge_program" run --config "$config" & bridge=$!
      python3 "$replay" serve "$radio_port" "$@" & player=$!
      radio=
      trap 'kill $bridge $player $radio; wait; exit 0' TERM
      mosquitto_sub -p "$broker_port" -t plants/v1/bridge/status -C 1 -W 60 & wait $!
      listening=$(printf ':%04X 00000000:0000 0A' "$radio_port")
      until grep -q "$listening" /proc/net/tcp || ! kill -0 $player; do sleep 0.1; done
      rtl_433 -d rtl_tcp:127.0.0.1:$radio_port -s 250000 -F "mqtt://127.0.0.1:$broker_port" & radio=$!
      wait $bridge
      """
    try await BridgeRun.listening(to: ["plants/v1/state/plant/+"], on: site.port) { heard in
      _ = try await Subprocess.run(
        .name("sh"),
        arguments: Arguments(
          [
            "-c", script, "sh", Program.loam, config, Self.radio, port, site.port,
          ]
            + files),
        input: .none, output: .discarded, error: .discarded
      ) { execution in
        defer { try? execution.send(signal: .terminate) }
        try await body(heard)
      }
    }
  }
}

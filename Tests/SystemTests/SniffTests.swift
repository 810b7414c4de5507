import Foundation
import Subprocess
import TestKit
import Testing

/// A newcomer's way: sniff a broker that carries all families at once, paste, check, run.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct SniffTests {
  struct Message: Decodable {
    var topic: String
    var payload_hex: String?
    var payload_text: String?
    var retained: Bool?
  }

  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "DeviceFamilyTests/Fixtures")

  /// One real payload of each family that has sensors; the two that say nothing without `fields` are told below.
  private static let cases = [
    "zigbee2mqtt/tuya-soil-iso", "tasmota/flora", "esphome/sensor", "theengs/b-parasite",
    "miflora_daemon/smarthome", "rtl_433/wh51", "ecowitt2mqtt/gw1100b-soil", "shelly/gen1-temperature",
    "shelly/full-status", "the_things_stack/lse01-envelope", "chirpstack/em500", "homie/property",
    "home_assistant/state", "sparkplug/captured-birth", "opensprinkler/station-start",
    "zigbee2mqtt/swv-report", "zigbee2mqtt/tuya-thermostat",
  ]
  private static let others = [
    Message(topic: "homie/bed/$state", payload_text: "ready", retained: true),
    Message(topic: "garden/bed9/moisture", payload_text: "37"),
    Message(topic: "tele/pots/SENSOR", payload_text: #"{"ANALOG":{"A0":612}}"#),
    Message(topic: "sketch/balcony", payload_text: #"{"soil":{"moisture":28.5},"temp":19.1}"#),
  ]

  /// The fixtures' messages with their times moved to the present.
  private static func messages() throws -> [Message] {
    let now = ISO8601DateFormatter().string(from: Date()).prefix(19)
    return others
      + (try cases.flatMap { name -> [Message] in
        let file = fixtures.appending(path: name + ".json")
        guard let data = try? Data(contentsOf: file) else { return [] }
        var message = try JSONDecoder().decode(Message.self, from: data)
        let whole = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        if let object = whole?["payload"] {
          message.payload_text = String(
            decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        }
        message.payload_text = message.payload_text?
          .replacing(/\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d/) {
            "\(now.prefix(10))\($0.output.1)\(now.suffix(8))"
          }
          .replacing(/"ts": ?\d{13}/) { _ in "\"ts\":\(Int(Date().timeIntervalSince1970))000" }
          .replacing(/"ts": ?\d{10}\.\d+/) { _ in "\"ts\":\(Int(Date().timeIntervalSince1970)).5" }
        return [message]
      })
  }

  /// A shell script that publishes them all.
  private static func script(_ site: Site) throws -> String {
    var lines: [String] = []
    for (i, message) in try messages().enumerated() {
      let digits = (message.payload_hex ?? "").compactMap(\.hexDigitValue)
      let bytes =
        message.payload_text.map { Data($0.utf8) }
        ?? Data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
      let file = "\(site.folder)/payload-\(i)"
      try bytes.write(to: URL(filePath: file))
      let retain = message.retained == true ? "-r" : ""
      lines.append("mosquitto_pub -q 1 -p \(site.port) \(retain) -t '\(message.topic)' -f '\(file)'")
    }
    let path = site.folder + "/publish.sh"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  struct Found: Decodable {
    struct Device: Decodable {
      var name: String
      var family: String
      var kind: String
      var key: String?
    }
    var devices: [Device]
    var config: String
  }

  /// With it the broker says when somebody has subscribed.
  private static let lines = [
    "log_dest stderr", "log_dest topic", "log_type error", "log_type warning", "log_type notice",
    "log_type information",
    "log_type subscribe",
  ]

  /// Ends it by Ctrl-C: what the broker has taken before, it has heard.
  private func sniff(_ site: Site, _ options: [String] = []) async throws -> Found {
    let script = try Self.script(site)
    var printed = ""
    try await BridgeRun.listening(to: ["$SYS/broker/log/M/subscribe"], on: site.port) { heard in
      let arguments =
        [
          "TZ=UTC", Program.loam, "sniff", "--host", "127.0.0.1", "--port", site.port, "--for", "1h",
          "--json",
        ]
      printed = try await BridgeRun.printing(arguments + options, heard: heard) { send in
        try await heard.wait(for: " 0 #")
        let sent = try await Program.run("sh", [script])
        try #require(sent.isSuccess, "\(sent.output)")
        try send(.interrupt)
      }
    }
    return try JSONDecoder().decode(Found.self, from: Data(printed.utf8))
  }

  @Test
  func `all families at once are recognised, and the printed config is read, runs and shows each plant`()
    async throws
  {
    try await Site.during(.changed(Self.lines, because: "the broker says when somebody has subscribed")) {
      site in
      let found = try await sniff(site)
      let bound = Set(found.devices.filter { $0.key != nil }.map(\.family))
      var families = Set(Self.cases.map { String($0.prefix { $0 != "/" }) })
      if !FileManager.default.fileExists(atPath: Self.fixtures.appending(path: "sparkplug").path) {
        families.remove("sparkplug")
      }
      #expect(bound == families.union(["plain", "json"]))
      #expect(Set(found.devices.map(\.kind)) == ["sensor", "valve", "thermostat"])

      let config = site.folder + "/sniffed.yaml"
      try (found.config + "\nstore: {path: \(site.folder)/store}\nsite: {time_zone: UTC}\n").write(
        toFile: config, atomically: true, encoding: .utf8)
      let check = try await Program.run(Program.loam, ["check", config])
      #expect(check.isSuccess, "\(check.output)\n\(found.config)")
      #expect(check.output.contains(": good: "), "\(check.output)")
      #expect(!check.output.contains("nobody would be told"), "\(check.output)")
      // The config as it is rings somebody's phone: three days in which a probe is dry.
      let probe = try #require(found.devices.first { $0.family == "plain" }?.key)
      let hours = (0..<72).map { "\(Int(Date().timeIntervalSince1970) - $0 * 3600),9\n" }.reversed()
      let past = "time,\(probe).moisture\n" + hours.joined()
      try past.write(toFile: site.folder + "/past.csv", atomically: true, encoding: .utf8)
      let replayed = try await Program.run(
        Program.loam, ["replay", "--config", config, "--from", site.folder + "/past.csv"])
      #expect(replayed.output.contains(/phones would have rung [1-9]/), "\(replayed.output)")
      let plants = Self.plants(in: found.config)
      // Two LoRaWAN servers call their probe the same, so it is one plant.
      #expect(plants.count >= families.count - 3)

      let states = plants.map { "plants/v1/state/plant/\($0)" }
      try await BridgeRun.listening(to: states, on: site.port) { heard in
        _ = try await BridgeRun.during(config) { _, _ in
          _ = try await site.document("plants/v1/bridge/status") { $0.contains("\"online\":true") }
          _ = try await Program.run("sh", [site.folder + "/publish.sh"])
          // Edge1's birth has a time of its own in binary, long past; the pots' pin is raw, and nobody has calibrated it.
          for (plant, topic) in zip(plants, states) where !plant.hasPrefix("edge") && plant != "pots" {
            _ = try await heard.document(topic) { $0.contains("\"m\":") || $0.contains("\"c\":") }
          }
        }
      }

      let again = try await sniff(site, ["--config", config])
      // What was offered behind a '#' alone is offered again.
      let outside = Set(found.devices.filter { found.config.contains("  #\($0.key ?? "-"):") }.map(\.name))
      let new = again.devices.filter { $0.kind == "sensor" && $0.key != nil }.map(\.name)
      // As are the pots: nobody has calibrated them, so that nothing is known of their moisture.
      #expect(new.filter { !outside.contains($0) && $0 != "pots" } == [])
    }
  }

  /// Keys of the section `plants`.
  private static func plants(in config: String) -> [String] {
    let section = config.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "plants:" }.dropFirst().prefix { $0.hasPrefix("  ") }
    return section.filter { $0.last == ":" && !$0.hasPrefix("   ") && !$0.hasPrefix("  #") }.map {
      String($0.dropFirst(2).dropLast())
    }
  }

  @Test func `both ends of a raw probe are captured from its live messages`() async throws {
    try await Site.during { site in
      let config = site.folder + "/probe.yaml"
      try """
      broker: {host: 127.0.0.1, \(site.reach)}
      sensors:
        pot:
          family: tasmota
          topic: pots
          fields: {moisture: {path: ANALOG.A0, unit: raw, calibration: {dry: 1023, wet: 0}}}
      plants:
        pot: {name: Pot, sensors: pot, dry_below: 30%}
      """.write(toFile: config, atomically: true, encoding: .utf8)
      let script = """
        set -u
        program=$1 config=$2 port=$3 folder=$4
        mkfifo "$folder/keys"
        "$program" calibrate pot --config "$config" --wait 2min < "$folder/keys" > "$folder/lines" 2> "$folder/said" & guide=$!
        exec 3> "$folder/keys"
        said() { [ "$(grep -c "$1" "$folder/said")" -ge "$2" ] || ! kill -0 $guide; }
        # Presses Enter when asked, and measures until a value has come to rest.
        end() {
          until said 'Then press Enter' "$1"; do sleep 0.1; done
          echo >&3
          question=$1
          shift
          until said ' of [0-9]* values' "$question"; do
            for value; do
              mosquitto_pub -q 1 -p "$port" -t tele/pots/SENSOR -m "{\\"ANALOG\\":{\\"A0\\":$value}}"
            done
          done
        }
        end 1 710 712 11 711 709 710
        end 2 304 304 306 305 303
        wait $guide
        cat "$folder/said" "$folder/lines"
        """
      let ended = try await Program.run(
        "sh", ["-c", script, "sh", Program.loam, config, site.port, site.folder])
      #expect(ended.isSuccess, "\(ended.output)")
      let line = try #require(ended.output.split(separator: "\n").last { $0.contains("moisture:") })
      #expect(line.contains(/calibration: \{dry: 71\d, wet: 30\d\}/), "\(ended.output)")
    }
  }

  @Test func `a probe that is not put into wet soil is asked for, though its value rests`() async throws {
    try await Site.during { site in
      let config = site.folder + "/probe.yaml"
      try """
      broker: {host: 127.0.0.1, \(site.reach)}
      sensors: {pot: {family: plain, topic: pots/pot, fields: {moisture: {unit: raw, calibration: {dry: 1023, wet: 0}}}}}
      plants: {pot: {name: Pot, sensors: pot, dry_below: 30%}}
      """.write(toFile: config, atomically: true, encoding: .utf8)
      let script = """
        set -u
        program=$1 config=$2 port=$3 folder=$4
        "$program" calibrate pot --config "$config" --yes --wait 2min > "$folder/lines" 2> "$folder/said" & guide=$!
        until grep -q 'wet: still as dry (612): put it into wet soil' "$folder/said" || ! kill -0 $guide; do
          mosquitto_pub -q 1 -p "$port" -t pots/pot -m 612
        done
        while kill -0 $guide 2> "$folder/gone"; do mosquitto_pub -q 1 -p "$port" -t pots/pot -m 300; done
        wait $guide
        cat "$folder/said" "$folder/lines"
        """
      let ended = try await Program.run(
        "sh", ["-c", script, "sh", Program.loam, config, site.port, site.folder])
      #expect(ended.output.contains("wet: still as dry (612): put it into wet soil"), "\(ended.output)")
      #expect(ended.output.contains("calibration: {dry: 612, wet: 300}"), "\(ended.output)")
    }
  }

  @Test func `percent that are no raw numbers are not stretched to a scale of one point`() async throws {
    try await Site.during { site in
      let config = site.folder + "/probe.yaml"
      try """
      sensors: {pot: {family: zigbee2mqtt, topic: zigbee2mqtt/pot}}
      plants: {pot: {name: Pot, sensors: pot, dry_below: 30%}}
      """.write(toFile: config, atomically: true, encoding: .utf8)
      let ended = try await Program.run(
        Program.loam, ["calibrate", "pot", "--config", config, "--dry", "1", "--wet", "2"])
      #expect(!ended.isSuccess && ended.output.contains("in percent already"), "\(ended.output)")
    }
  }

  @Test func `a pair that is of no use is refused with the reason`() async throws {
    try await Site.during { site in
      let config = site.folder + "/probe.yaml"
      try """
      sensors: {pot: {family: plain, topic: a/b, fields: {moisture: {unit: raw, calibration: {dry: 9, wet: 1}}}}}
      plants: {pot: {name: Pot, sensors: pot, dry_below: 30%}}
      """.write(toFile: config, atomically: true, encoding: .utf8)
      let equal = try await Program.run(
        Program.loam, ["calibrate", "pot", "--config", config, "--dry", "500", "--wet", "500"])
      #expect(!equal.isSuccess)
      #expect(equal.output.contains("the same value"), "\(equal.output)")
      let good = try await Program.run(
        Program.loam, ["calibrate", "pot", "--config", config, "--dry", "720", "--wet", "200"])
      #expect(good.isSuccess, "\(good.output)")
      #expect(
        good.output.contains("moisture: {unit: raw, calibration: {dry: 720, wet: 200}}"), "\(good.output)")
    }
  }
}

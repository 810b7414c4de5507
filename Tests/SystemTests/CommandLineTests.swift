import Foundation
import TestKit
import Testing

/// What a newcomer types, right and wrong, and what comes back.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct CommandLineTests {
  private func loam(_ words: String...) async throws -> Program.Ended {
    try await Program.run(Program.loam, words)
  }

  @Test
  func `an example is a config, the families are listed, and a misspelt one is answered with the nearest`()
    async throws
  {
    let names = try await loam("example").output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(names.count >= 17 && names.contains("rtl_433"))
    let block = try await loam("example", "theengs")
    let folder = try TemporaryFolder()
    let checked = try await loam("check", try folder.write(block.output, to: "example.yaml"))
    #expect(checked.isSuccess && checked.output.contains(": good: 1 plant, 1 sensor\n"), "\(checked.output)")
    let misspelt = try await loam("example", "zigbee2mqt")
    #expect(!misspelt.isSuccess)
    #expect(misspelt.output.contains("there is no family 'zigbee2mqt'; did you mean 'zigbee2mqtt'?"))
  }

  private func commands() async throws -> [String] {
    let help = try await loam("--help").output
    let commands = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }
      .compactMap { $0.firstMatch(of: /^  ([a-z]+)( |$)/)?.1 }.map(String.init)
    try #require(commands.count > 15)
    return commands
  }

  @Test func `the page on commands has each of them in its table`() async throws {
    let page = try String(
      contentsOfFile: PageTests.root + "/Sources/Bridge/Bridge.docc/Commands.md", encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `loam ") }.joined()
    for command in try await commands() where command != "help" {
      #expect(rows.contains("`loam \(command)") || rows.contains("`\(command)`"), "\(command)")
    }
  }

  @Test func `help is broken into lines once, and each command has an example`() async throws {
    let commands = try await commands()
    for command in [""] + commands {
      let words = ["COLUMNS=80", Program.loam] + (command.isEmpty ? [] : [command]) + ["--help"]
      let help = try await Program.run("env", words).output
      let overview = help.components(separatedBy: "\nUSAGE:")[0]
      let lines = overview.components(separatedBy: "\n")
      for (line, next) in zip(lines, lines.dropFirst()) where !line.isEmpty && !next.isEmpty {
        if next.hasPrefix(" ") {
          #expect(line.hasPrefix(" "), "an example in the midst of words: \(command): \(next)")
        } else {
          let word = next.prefix { $0 != " " }
          #expect(line.count + 1 + word.count >= 80, "broken twice: \(command): \(line) / \(next)")
        }
      }
      if !command.isEmpty, !help.contains("\nSUBCOMMANDS:") {
        #expect(help.contains("\n  loam \(command)"), "\(command) has no example")
      }
    }
  }

  @Test(arguments: [
    (["chek"], "there is no command 'chek'; did you mean 'check'?"),
    (["device", "lst"], "did you mean 'list'?"),
    (["help", "chek"], "did you mean 'check'?"), (["fleet", "chek"], "did you mean 'check'?"),
  ])
  func `a misspelt command is answered with the one that is meant, inner ones too`(
    words: [String], help: String
  )
    async throws
  {
    let ended = try await Program.run(Program.loam, words)
    #expect(!ended.isSuccess && ended.output.contains(help), "\(ended.output)")
  }

  @Test func `a config's counts are of what is in it, and name nobody who is not`() async throws {
    let checked = try await loam("check", PageTests.root + "/config/example.yaml")
    #expect(checked.output.contains("example.yaml: good: 1 plant, 1 sensor, 1 person\n"), "\(checked.output)")
    #expect(!checked.output.contains("subscriptions"), "\(checked.output)")
    let whole = try await loam("check", PageTests.root + "/config/example.yaml", "--verbose")
    #expect(whole.output.contains("28 subscriptions: plants/v1/d/+/up/hello, "), "\(whole.output)")
    let folder = try TemporaryFolder()
    let bare = try await loam("check", try folder.write("broker: {host: localhost}\n", to: "bare.yaml"))
    #expect(bare.output.contains("bare.yaml: good: no plant and no device yet\n"), "\(bare.output)")
  }

  @Test
  func `a config that tells nobody says so when it is checked, when it runs and when more is looked for`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config(
        text: """
          broker: {host: 127.0.0.1, port: 1883}
          sensors: {pot: {family: zigbee2mqtt, topic: zigbee2mqtt/pot}}
          plants: {pot: {name: Pot, sensors: pot, dry_below: 30%}}

          """)
      let sentence = "nobody would be told that a plant is dry: no person has a device"
      let check = try await Program.run(Program.loam, ["check", config])
      #expect(check.isSuccess && check.output.ranges(of: sentence).count == 1, "\(check.output)")
      let said = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await site.publish("zigbee2mqtt/pot", #"{"soil_moisture":41}"#)
      }
      #expect(said.ranges(of: sentence).count == 1, "\(said)")
      let sniffed = try await Program.run(
        Program.loam,
        ["sniff", "--config", config, "--host", "127.0.0.1", "--port", site.port, "--for", "1s"])
      #expect(sniffed.output.ranges(of: sentence).count == 1, "\(sniffed.output)")
    }
  }

  @Test func `what an unknown device's keys mean is a guess by the same words as sniff's`() async throws {
    let payload =
      #"{"temp_threshold": 9, "soilTemp": 19.5, "water_SOIL": 17.2, "conduct_SOIL": 88, "frequency": 868.1}"#
    let decoded = try await loam(
      "decode", "--config", PageTests.root + "/config/example.yaml", "garden/lse01", payload)
    #expect(
      decoded.output.contains(
        "    fields:\n      moisture: {path: water_SOIL, unit: percent}\n      temperature: {path: soilTemp, unit: celsius}\n      conductivity: {path: conduct_SOIL, unit: uS/cm}\n"
      ),
      "\(decoded.output)")
  }

  @Test func `decode proposes nothing that measures no plant`() async throws {
    let config = PageTests.root + "/config/example.yaml"
    let payload =
      #"{"f_port":2,"nodeId":7,"distance":40,"q":3,"current_station":3,"report_thr":5,"lwt_topic":"a"}"#
    for (topic, payload) in [("garden/node", payload), ("a/b", "41")] {
      let decoded = try await loam("decode", "--config", config, topic, payload)
      #expect(
        decoded.output.contains("No name in it says that it measures a plant.")
          && !decoded.output.contains("sensors:"),
        "\(decoded.output)")
    }
  }

  @Test func `a number below zero is a value, and no option`() async throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      "sensors: {air: {family: plain, topic: garden/air, fields: {temperature: {}}}}\n", to: "garden.yaml")
    for payload in ["-16.9", "-0.0", "-7 °C"] {
      let decoded = try await loam("decode", "garden/air", payload, "--config", config)
      #expect(
        decoded.isSuccess && decoded.output.contains("  = temperature -"), "\(payload): \(decoded.output)")
    }
    let unbound = try await loam("decode", "--config", config, "a/b", "-169", "--json")
    #expect(unbound.output.contains("\"number\" : -169"), "\(unbound.output)")
    let set = try await loam(
      "set", "heater-setpoint", "-5", "--config", config, "--host", "127.0.0.1", "--port", "1")
    #expect(set.output.contains("No broker at 127.0.0.1:1"), "\(set.output)")
    let ends = try await loam("calibrate", "air", "--dry", "-5", "--wet", "300", "--config", config)
    #expect(!ends.output.contains("Missing value"), "\(ends.output)")
  }

  @Test func `decode names the unit in which a number was read`() async throws {
    let payload = #"{"soil_moisture":28,"temperature":21.5}"#
    let decoded = try await loam(
      "decode", "--config", PageTests.root + "/config/example.yaml", "zigbee2mqtt/Basil", payload)
    #expect(
      decoded.output.contains("  moisture: soil_moisture = 28, in percent: moisture 28.0\n"),
      "\(decoded.output)")
    #expect(decoded.output.contains("temperature = 21.5, in °C: "), "\(decoded.output)")
    #expect(!decoded.output.contains("canonical"), "\(decoded.output)")
  }

  @Test func `the broker is asked whether it lets the bridge in, and what to do is said`() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.run(
      "mosquitto_passwd", ["-b", "-c", folder.file("accounts"), "loam", "right"])
    try #require(made.isSuccess, "\(made.output)")
    func check(_ port: String, password: String?) async throws -> Program.Ended {
      let secret = try folder.write("\(password ?? "")\n", to: "password")
      let account = password == nil ? "" : ", username: loam, password_file: \(secret)"
      let config = try folder.write(
        """
        broker: {host: 127.0.0.1, port: \(port)\(account)}
        sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/basil}}
        plants: {basil: {name: Basil, sensors: probe, dry_below: 30%}}
        people: {anna: {devices: {anna-phone: {}}}}
        """, to: "garden.yaml")
      var ended = try await loam("check", config, "--broker")
      ended.output = ended.output.replacing(folder.path + "/", with: "")
      return ended
    }
    let good = "garden.yaml: good: 1 plant, 1 sensor, 1 person\n"
    try await Site.during(
      .open(["password_file \(folder.file("accounts"))"], because: "accounts come and go in it")
    ) { site in
      let open = try await check(site.port, password: nil)
      #expect(
        open.isSuccess
          && open.output
            == good + "127.0.0.1:\(site.port): the broker answers and takes a client without an account\n",
        "\(open.output)")
      let known = try await check(site.port, password: "right")
      #expect(
        known.isSuccess
          && known.output == good
            + "127.0.0.1:\(site.port): the broker answers and takes the account 'loam'\n",
        "\(known.output)")
      let wrong = try await check(site.port, password: "wrong")
      #expect(
        !wrong.isSuccess
          && wrong.output
            == "The broker at 127.0.0.1:\(site.port) lets nobody in so: the broker does not allow this account. "
            + "See 'broker' in garden.yaml\n" + good,
        "\(wrong.output)")
    }
    // Nothing listens on port 1.
    let away = try await check("1", password: nil)
    #expect(
      !away.isSuccess
        && away.output
          == "No broker at 127.0.0.1:1 (connection refused). Is it running? See 'broker' in garden.yaml\n"
          + good,
      "\(away.output)")
  }

  @Test func `a command speaks the version of MQTT that the config names, and keeps alive as it says`()
    async throws
  {
    try await Site.during(.open(because: "a command's own connection is looked at, without a socket for it"))
    { site in
      try """
      broker: {host: 127.0.0.1, port: \(site.port), protocol: 3.1.1, keep_alive: 37s}
      sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/basil}}
      plants: {basil: {name: Basil, sensors: probe, dry_below: 30%}}
      """.write(toFile: site.folder + "/garden.yaml", atomically: true, encoding: .utf8)
      let checked = try await loam("check", site.folder + "/garden.yaml", "--broker")
      #expect(checked.isSuccess, "\(checked.output)")
      // The end of the broker is the end of its log.
      await site.broker.stop()
      // mosquitto's number of 3.1.1 is 2.
      #expect(site.broker.log.contains { $0.contains("(p2, c1, k37") }, "\(site.broker.log)")
    }
  }

  @Test func `a countdown is told its time with or without a plant, and what is neither is said so`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("phone.yaml")
      _ = try await BridgeRun.during(config) { _, _ in
        _ = try await site.document("plants/v1/bridge/status") { $0.contains("\"online\":true") }
        let counting = try await loam("countdown", "90s", "--config", config)
        #expect(counting.isSuccess && counting.output.contains("counting"), "\(counting.output)")
        let listed = try await loam("countdown", "--config", config)
        #expect(listed.isSuccess && listed.output.contains("countdown"), "\(listed.output)")
        let unknown = try await loam("countdown", "bail", "--config", config)
        #expect(
          !unknown.isSuccess
            && unknown.output.contains(
              "there is no plant 'bail', and it is no time such as 90s or 5min; did you mean 'basil'?"),
          "\(unknown.output)")
        for (words, sentence) in [
          (["answer", "basl", "done"], "refused: There is no such plant; did you mean 'basil'?"),
          (["answer", "basl", "water"], "there is no plant 'basl'; did you mean 'basil'?"),
          (
            ["set", "basil-dry-belw"], "there is no slider 'basil-dry-belw'; did you mean 'basil-dry-below'?"
          ),
          (["set", "basil-dry-below", "250"], "refused: Not accepted: out of range. "),
        ] {
          let ended = try await Program.run(Program.loam, words + ["--config", config])
          #expect(!ended.isSuccess && ended.output.contains(sentence), "\(words): \(ended.output)")
        }
        let plants = try await loam("plants", "--json", "--config", config)
        struct Row: Decodable {
          var id: String
          var name: String
          var state: String
          var never_watered: Bool
        }
        let rows = try JSONDecoder().decode([Row].self, from: Data(plants.output.utf8))
        #expect(
          rows.contains { $0.id == "basil" && $0.name == "Basil" && $0.state == "unknown" },
          "\(plants.output)")
        let topics = try await loam("topics", "--json", "--config", config)
        struct Kind: Decodable {
          var document: String
          var tells: String
          var when: String
          var retained: Bool
          var example: String?
          var line: String?
        }
        let kinds = try JSONDecoder().decode([Kind].self, from: Data(topics.output.utf8))
        #expect(kinds.allSatisfy { !$0.tells.isEmpty && !$0.when.isEmpty }, "\(topics.output)")
        let plant = kinds.first { $0.document == "plant-state" }
        #expect(
          plant?.retained == true && plant?.example?.contains("/state/plant/") == true, "\(topics.output)")
        #expect(plant?.line?.contains("\"s\":") == true && !kinds.contains { $0.document == "hello" })
      }
    }
  }
}

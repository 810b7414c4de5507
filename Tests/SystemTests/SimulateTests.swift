import FoundationEssentials
import LoamKit
import TestKit
import Testing

/// `loam simulate` as the author of an app uses it: beside a real broker, with a device that listens.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct SimulateTests {
  private static let config = """
    broker: {host: 127.0.0.1, port: 1883}
    site: {language: de}
    sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/thyme}}
    plants:
      thyme:
        name: Thyme
        sensors: probe
        dry_below: 30%
        dwell: 0s
        watering: {valve: bed, duration: 90s, duration_max: 10min}
    valves: {bed: {family: zigbee2mqtt, topic: zigbee2mqtt/bed}}
    people: {anna: {name: Anna, devices: {anna-phone: {role: operator}, anna-watch: {role: viewer}}}}

    """

  /// What each case is decoded as, in order, and its category.
  private static let cases: [(String, kinds: [String], category: String?)] = [
    ("notification", ["notify"], "WATERING_OFFER"), ("offer", ["notify"], "WATERING_OFFER"),
    ("digest", ["notify"], "WATERING_DIGEST_OFFER"), ("check", ["notify"], "WATERING_CHECK"),
    ("climate", ["notify"], "PLANT_CLIMATE"), ("slider", ["notify"], "SETPOINT_ADJUST"),
    ("sensor", ["notify"], "SENSOR_TROUBLE"), ("alarm", ["notify"], "VALVE_TROUBLE"),
    ("heater", ["notify"], "HEATER_TROUBLE"), ("time-up", ["notify"], "WATERING_TIME_UP"),
    ("withdraw", ["notify", "withdraw"], "WATERING_OFFER"), ("ack", ["ack"], nil),
    ("activity", ["activity", "activity", "activity", "activity"], nil),
    ("countdown", ["activity", "activity", "activity", "activity"], nil),
    ("reply", ["reply"], nil), ("message", ["msg"], nil),
  ]

  /// The level `dn/…`, and the category of a notification. What is no document of the contract is thrown out.
  private func read(_ kind: Topic.Down, _ payload: [UInt8]) throws -> (kind: String, category: String?) {
    var category: String?
    switch kind {
    case .notify:
      category = try DocumentCodec.decode(NotificationMessage.self, from: payload).aps.category.text
    case .withdraw: _ = try DocumentCodec.decode(WithdrawMessage.self, from: payload)
    case .activity: _ = try DocumentCodec.decode(ActivityMessage.self, from: payload)
    case .ack: _ = try DocumentCodec.decode(Ack.self, from: payload)
    case .reply:
      let reply = try DocumentCodec.decode(MessageReply.self, from: payload)
      if case .allPlants(let list) = reply.content { #expect(list.response.map(\.name) == ["Thyme"]) }
    case .msg:
      let message = try DocumentCodec.decode(MessageFromDevice.self, from: payload)
      #expect(message.from.text == "anna-watch" && message.identifier == "Simulated")
    case .context, .push: Issue.record("nobody simulates \(kind)")
    }
    return (kind.rawValue, category)
  }

  private func simulate(_ words: String...) async throws -> Program.Ended { try await simulate(words) }

  private func simulate(_ words: [String]) async throws -> Program.Ended {
    try await Program.run(Program.loam, ["simulate"] + words)
  }

  @Test func `each case reaches the device as a document of the contract, and printed it is the same`()
    async throws
  {
    let values = Self.cases.map(\.0).sorted()
    let help = try await simulate("--help").output.replacing("\n", with: " ")
    let listed = help.firstMatch(of: /\(values: ([^)]*)\)/)?.1.split(separator: ",") ?? []
    #expect(listed.map { String($0.filter { $0 != " " }) }.sorted() == values)
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      let tree = try #require(TopicTree())
      try await Device.during("anna-phone", on: site.broker.door) { phone in
        let messages = phone.client.observeMessages()
        for (matter, kinds, category) in Self.cases {
          let words = ["--device", "anna-phone", "--config", config]
          async let sending = simulate([matter] + words)
          async let printing = simulate([matter, "--print"] + words)
          let (sent, printed) = try await (sending, printing)
          #expect(sent.isSuccess && printed.isSuccess, "\(sent.output) \(printed.output)")
          var heard: [(kind: String, category: String?)] = []
          for await message in messages {
            guard case .down(phone.name, let kind) = message.topic else { continue }
            heard.append(try read(kind, message.payload))
            if heard.count == kinds.count { break }
          }
          #expect(heard.map(\.kind) == kinds && heard.first?.category == category, "\(matter)")
          let lines = try printed.output.split(separator: "\n").map { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard case .down(phone.name, let kind)? = tree.topic(String(words[0])) else {
              throw CancellationError()
            }
            return try read(kind, Array(words[1].utf8))
          }
          #expect(lines.map(\.kind) == kinds && lines.first?.category == category, "\(printed.output)")
        }
        #expect(phone.client.unreadableCount == 0)
        // Of all that went out the broker keeps nothing but the device's own words.
        try await BridgeRun.listening(to: ["plants/#"], on: site.port) { kept in
          try await site.publish("listening", "now")
          try await kept.wait(for: "listening now")
          let text = await kept.text
          #expect(text.contains("/up/hello ") && !text.contains("/dn/") && !text.contains("/state/"))
        }
      }
    }
  }

  @Test func `it speaks the device's own language, else the config's, and to its role`() async throws {
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      try await Device.during("anna-watch", on: site.broker.door, locale: "zh-Hans") { watch in
        // Its hello is retained before the command asks for it.
        _ = try await site.document("plants/v1/d/anna-watch/up/hello")
        let sent = try await simulate("notification", "--device", "anna-watch", "--config", config)
        #expect(sent.isSuccess, "\(sent.output)")
        let note = try await watch.note()
        #expect(note.aps.alert.subtitle == "该浇水了" && note.aps.category == .plantThirsty)
        #expect(note.plant?.name == "Thyme")
      }
      let german = try await simulate("notification", "--device", "anna-watch", "--config", config, "--print")
      #expect(german.output.contains("Braucht Wasser"), "\(german.output)")
      let wrong = try await simulate("notification", "--device", "anna-wotch", "--config", config, "--print")
      #expect(!wrong.isSuccess && wrong.output.contains("did you mean 'anna-watch'?"), "\(wrong.output)")
    }
  }

  @Test func `without a config it prints about an example plant`() async throws {
    let printed = try await simulate(
      "notification", "--device", "anna-phone", "--config", "/nowhere", "--print")
    #expect(!printed.isSuccess && printed.output.contains("no such file"), "\(printed.output)")
    let folder = try TemporaryFolder()
    let bare = try await Program.run(
      "env",
      [
        "-u", "LOAM_CONFIG", "-C", folder.path, Program.loam, "simulate", "digest", "--device", "x",
        "--print",
      ])
    #expect(bare.isSuccess && bare.output.contains(#""name":"Basil""#), "\(bare.output)")
  }

  @Test func `the bridge refuses what is answered to it, and nothing moves`() async throws {
    try await Site.during { site in
      let config = try site.config(text: Self.config)
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await Device.during("anna-phone", on: site.broker.door) { phone in
          try await BridgeRun.listening(to: ["zigbee2mqtt/bed/set"], on: site.port) { valve in
            for (matter, buttons) in [
              ("offer", [ActionName.waterStart, .waterDone, .waterLater]), ("digest", [.waterTomorrow]),
              ("check", [.waterDone]), ("time-up", [.waterDone]),
            ] {
              _ = try await simulate(matter, "--device", "anna-phone", "--config", config)
              let note = try await phone.note()
              for button in buttons {
                #expect(
                  await refusal { () async throws(ClientError) in try await phone.press(button, of: note) }
                    == .unknownNote)
              }
            }
            _ = try await simulate("slider", "--device", "anna-phone", "--config", config)
            let slider = try #require(try await phone.note().control)
            let move = SetMessage(
              id: phone.client.newID(), control: slider.id, value: 20, unit: slider.unit, base: slider.rev,
              at: phone.client.now)
            #expect(
              await refusal { () async throws(ClientError) in try await phone.client.send(move) }
                == .unknownControl)
            #expect(await !valve.text.contains("ON"))
          }
        }
      }
    }
  }

  private func refusal(_ body: () async throws(ClientError) -> Ack) async -> AckCode? {
    do throws(ClientError) {
      _ = try await body()
    } catch {
      if case .refused(let ack) = error { return ack.code }
    }
    return nil
  }

  @Test func `it never ends the bridge's session, and says at once where an account may not write`()
    async throws
  {
    try await Site.during { site in
      let (broker, door) = (site.broker, "\(site.broker.door)")
      func secret(_ account: String) throws -> String {
        try broker.folder.write(TestBroker.password(of: account) + "\n", to: "secret-\(account)")
      }
      let config = try site.config(text: Self.config)
      let account = "port: \(door), username: loam, password_file: \(try secret("loam"))"
      let elsewhere = try site.config(
        text: Self.config.replacing("port: 1883", with: account), "elsewhere.yaml")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await Device.during("anna-phone", on: broker.door) { phone in
          let bySocket = try await simulate("notification", "--device", "anna-phone", "--config", config)
          #expect(bySocket.isSuccess, "\(bySocket.output)")
          #expect(try await phone.note().note.key.text == "test-notification")

          let byPort = try await simulate("notification", "--device", "anna-phone", "--config", elsewhere)
          #expect(!byPort.isSuccess, "\(byPort.output)")
          #expect(
            byPort.output.contains("not connected: the account 'loam' is the bridge's"), "\(byPort.output)")
          let recording = try await Program.run(
            Program.loam, ["record", "--for", "1s", "--config", elsewhere])
          #expect(
            !recording.isSuccess && recording.output.contains("the account 'loam' is the bridge's"),
            "\(recording.output)")
          let asPhone = try await simulate(
            "notification", "--device", "anna-phone", "--config", elsewhere, "--port", door, "--username",
            "anna-phone", "--password-file", try secret("anna-phone"))
          #expect(asPhone.output.contains("the account 'anna-phone' is the device's"), "\(asPhone.output)")

          let byAuthor = try await simulate(
            "notification", "--device", "anna-phone", "--config", config, "--host", "127.0.0.1", "--port",
            door, "--username", "home-assistant", "--password-file", try secret("home-assistant"))
          #expect(!byAuthor.isSuccess, "\(byAuthor.output)")
          #expect(
            byAuthor.output.contains("does not let this device write to 'plants/v1/d/anna-phone/dn/notify'")
              && byAuthor.output.contains("let the account 'home-assistant' do so"), "\(byAuthor.output)")
        }
      }
      // The end of the broker is the end of its log.
      await broker.stop()
      #expect(!broker.log.contains { $0.contains("already connected") }, "\(broker.log)")
    }
  }
}

import FoundationEssentials
import LoamKit
import LoamMosquitto
import MQTTTypes
import MosquittoClient
import TestKit
import Testing

/// The real bridge behind mosquitto with the settings and access rules that we ship, and what an account does that is not to do it.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct ShippedBrokerTests {
  /// The bridge runs while `body` does, and nobody ends its session.
  ///
  /// - Returns: the broker's log.
  @discardableResult private func whileServing(
    _ body: (_ broker: TestBroker) async throws -> Void
  ) async throws -> [String] {
    let accounts = ["loam", "anna-phone", "anna-watch", "bo-phone", "hall-tablet", "eve", "zigbee2mqtt"]
    let broker = try TestBroker.shipped(
      accounts: accounts, webPort: try LoopbackPort.free(), arguments: ["-v"])
    return try await broker.during { broker in
      let password = try broker.folder.write("pw-loam\n", to: "password")
      let reach =
        "port: \(broker.port), username: loam, password_file: \(password), "
        + "commands_socket: \(broker.folder.file("loam.sock"))"
      let text = try String(contentsOfFile: Program.scripts + "/shared.yaml", encoding: .utf8)
        .replacing("port: 1883", with: reach)
        .replacing(
          "      bo-phone:", with: "      hall-tablet: {role: viewer, language: en}\n      bo-phone:")
      let store = "store: {path: \(broker.folder.file("store"))}\n"
      let config = try broker.folder.write(text + store, to: "shared.yaml")
      let log = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await body(broker)
      }
      #expect(!log.contains("not connected"), "the bridge's session was ended: \(log)")
      await broker.stop()
      return broker.log
    }
  }

  /// Connected, and it has said hello.
  private func device(_ text: String, at broker: TestBroker) async throws -> LoamClient {
    let name = try #require(DeviceName(text))
    let hello = Hello(device: name, kind: .phone, ts: ClientHost.machine.now())
    let settings = LoamClient.Settings(device: name, tree: try #require(TopicTree()), hello: hello)
    let transport = try MosquittoTransport(
      host: "127.0.0.1", port: broker.port, username: text, password: "pw-\(text)")
    let client = LoamClient(settings, transport: transport, host: .machine)
    try await client.connect(within: .seconds(60))
    return client
  }

  /// How an account comes to the port, under whatever client id.
  private func settings(
    of account: String, at broker: TestBroker, as clientID: String = "", _ version: MQTTVersion = .v5
  ) -> MosquittoClient.Settings {
    let address = BrokerAddress.tcp(host: "127.0.0.1", port: broker.port)
    var settings = MosquittoClient.Settings(
      BrokerReach(address: address, version: .only(version)), clientID: clientID)
    settings.username = account
    settings.password = "pw-\(account)"
    return settings
  }

  private func dries(_ plant: String, _ broker: TestBroker) async throws {
    let gateway = settings(of: "zigbee2mqtt", at: broker)
    try await onOwnThread {
      let session = try MosquittoSession(settings: gateway, timeout: .seconds(60))
      let payload = Array(#"{"soil_moisture":18}"#.utf8)
      try session.publish(
        MQTTPublication(topic: "zigbee2mqtt/\(plant)", payload: payload), timeout: .seconds(60))
      session.close()
    }
  }

  @Test func `another account that comes under a phone's client id costs that phone nothing`() async throws {
    let log = try await whileServing { broker in
      let phone = try await device("anna-phone", at: broker)
      let notes = phone.observe(NotificationMessage.self)
      let thief = settings(of: "eve", at: broker, as: "anna-phone")
      func steals() async throws {
        try await onOwnThread { try MosquittoSession(settings: thief, timeout: .seconds(60)).close() }
      }
      try await steals()
      try await dries("aloe", broker)
      let first = try await notes.first { $0.document?.plant?.id.text == "aloe" }.document
      #expect(first != nil)
      // What comes while it is away waits for it all the same.
      await phone.disconnect()
      try await steals()
      try await dries("basil", broker)
      try await steals()
      try await phone.connect(within: .seconds(60))
      let second = try await notes.first { $0.document?.plant?.id.text == "basil" }.document
      #expect(second != nil)
      await phone.disconnect()
    }
    #expect(log.count { $0.contains(" as anna-phone ") } == 2, "it was put out: \(log)")
    #expect(log.count { $0.contains(" as eve ") } == 3)
  }

  /// The broker tells a client of MQTT 3.1.1 nothing: it learns it from the ack that does not come.
  @Test(arguments: [MQTTVersion.v5, .v311])
  func `nobody answers in another's name nor reads what another is told, and is not left to guess`(
    version: MQTTVersion
  ) async throws {
    _ = try await whileServing { broker in
      let bo = settings(of: "bo-phone", at: broker, version)
      let (listening, post) = AsyncStream<Void>.makeStream()
      async let ended: Void = onOwnThread {
        defer { post.finish() }
        try Self.intrude(bo) { post.yield() }
      }
      for await _ in listening { break }
      try await dries("aloe", broker)
      try await ended
      let tablet = try await device("hall-tablet", at: broker)
      let states = tablet.observe(ReminderState.self)
      let state = try await states.first { $0.document != nil }.document
      #expect(state?.state == .snoozed && state?.by?.text == "bo-phone", "\(String(describing: state))")
      await tablet.disconnect()
    }
  }

  /// Listens to Anna's phone, answers as it, and then as itself.
  private static func intrude(_ bo: MosquittoClient.Settings, listening: () -> Void) throws {
    let patience = Duration.seconds(120)
    var heard: [MosquittoSession.Message] = []
    let session = try MosquittoSession(settings: bo, timeout: patience) { heard.append($0) }
    defer { session.close() }
    let filters = ["anna-phone", "bo-phone"].map {
      MQTTSubscription(filter: "plants/v1/d/\($0)/dn/#")
    }
    _ = try session.refusals(of: filters, timeout: patience)
    listening()
    try session.wait(timeout: patience) { heard.contains { $0.topic == "plants/v1/d/bo-phone/dn/notify" } }
    let told = try #require(heard.first { $0.topic.hasSuffix("/notify") })
    let note = try DocumentCodec.decode(NotificationMessage.self, from: told.payload).note

    func answer(_ action: ActionName, _ id: String, as device: String) throws {
      let press = ActionMessage(
        id: try #require(MessageID(id)), category: .wateringReminder, action: action,
        plant: SubjectName("aloe"), at: ClientHost.machine.now(), note: note.id, key: note.key, rev: note.rev)
      try session.publish(
        MQTTPublication(
          topic: "plants/v1/d/\(device)/up/action", payload: try DocumentCodec.encode(press)),
        timeout: patience)
    }
    let (stolen, own) = ("0197f0b1-7777-7888-8999-aaaabbbbcc01", "0197f0b1-7777-7888-8999-aaaabbbbcc02")
    let isTold = bo.reach.version == .only(.v5)
    do {
      try answer(.waterDone, stolen, as: "anna-phone")
      #expect(!isTold, "the broker took it")
    } catch MosquittoError.publicationRefused(_, let reason) {
      #expect(isTold && reason == 135)
    }
    try answer(.waterLater, own, as: "bo-phone")
    func isAcked(_ id: String) -> Bool {
      heard.contains {
        $0.topic.hasSuffix("/ack") && String(decoding: $0.payload, as: UTF8.self).contains(id)
      }
    }
    try session.wait(timeout: patience) { isAcked(own) }
    #expect(isAcked(own) && !isAcked(stolen))
    // The bridge told Anna's phone first, and what it says to both comes in its order.
    #expect(heard.allSatisfy { !$0.topic.contains("anna-phone") }, "\(heard.map(\.topic))")
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func
    `a client whose account may not write as its device is told so, or gets no answer where MQTT cannot tell`(
      version: MQTTVersion
    ) async throws
  {
    _ = try await whileServing { broker in
      let phone = try #require(DeviceName("anna-phone"))
      var wishes = LoamClient.Settings(device: phone, tree: try #require(TopicTree()))
      wishes.keepsSession = false
      wishes.commandWaits = [.seconds(1), .seconds(1)]
      let transport = try MosquittoTransport(settings(of: "bo-phone", at: broker, version))
      let client = LoamClient(wishes, transport: transport, host: .machine)
      let statuses = client.observe(BridgeStatus.self)
      try await client.connect(within: .seconds(60))
      // Without it there would be nobody to answer.
      _ = try await statuses.first { $0.document?.online == true }
      let expected: ClientError =
        version == .v5 ? .forbidden(topic: "plants/v1/d/anna-phone/up/action") : .noAnswer
      await #expect(throws: expected) { try await client.send(done(client)) }
      await client.disconnect()
    }
  }

  @Test func `a viewer's answer is refused by the bridge, although the broker lets it write`() async throws {
    _ = try await whileServing { broker in
      let tablet = try await device("hall-tablet", at: broker)
      do {
        _ = try await tablet.send(done(tablet))
        Issue.record("a viewer's answer was taken")
      } catch ClientError.refused(let ack) {
        #expect(ack.code == .forbidden)
      }
      await tablet.disconnect()
    }
  }

  private func done(_ client: LoamClient) -> ActionMessage {
    ActionMessage(
      id: client.newID(), category: .wateringReminder, action: .waterDone, plant: SubjectName("aloe"),
      at: client.now)
  }
}

extension AsyncStream {
  /// The first that fits. The test's own time limit ends the wait.
  fileprivate func first<D: Document>(
    where fits: (Observation<D>) -> Bool
  ) async throws -> Observation<D> where Element == Observation<D> {
    for await observation in self where fits(observation) { return observation }
    throw CancellationError()
  }
}

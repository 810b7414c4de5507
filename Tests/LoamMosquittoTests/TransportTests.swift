import LoamKit
import LoamMosquitto
import TestKit
import Testing

/// The client over a real mosquitto; another client of it plays the bridge.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(5))) struct TransportTests {
  private struct Unready: Error {}

  private func name(_ text: String) throws -> DeviceName { try #require(DeviceName(text)) }

  private func client(
    _ text: String, _ broker: TestBroker, tree: TopicTree, keepsSession: Bool = true
  ) throws -> (LoamClient, MosquittoTransport) {
    let device = try name(text)
    var settings = LoamClient.Settings(
      device: device, tree: tree, hello: Hello(device: device, kind: .watch, ts: ClientHost.machine.now()))
    settings.keepsSession = keepsSession
    let transport = try MosquittoTransport(host: "127.0.0.1", port: broker.port)
    return (LoamClient(settings, transport: transport, host: .machine), transport)
  }

  /// What the bridge publishes.
  private func publish(
    _ transport: MosquittoTransport, _ topic: String, _ document: some Document, retained: Bool = false
  )
    async throws
  {
    try await transport.publish(
      ClientPublication(topic: topic, payload: try DocumentCodec.encode(document), isRetained: retained))
  }

  @Test
  func
    `a watch hears a retained state, acknowledges a notification and gets the ack of its answer, over a restart of the broker too`()
    async throws
  {
    var options = TestBroker.Options()
    options.hasPort = true
    try await withBroker(options) { broker in
      let tree = try #require(TopicTree())
      let device = try name("anna-watch")
      let (watch, _) = try client("anna-watch", broker, tree: tree)
      let bridge = try MosquittoTransport(host: "127.0.0.1", port: broker.port)
      let heard = bridge.connect(
        ClientLink(
          clientID: "bridge", sessionSeconds: 0,
          subscriptions: [tree.everyUp(.hello), tree.everyUp(.ack), tree.everyUp(.action)]))
      let now = ClientHost.machine.now()
      let session = watch.newID()
      let answering = Task {
        for await event in heard {
          switch event {
          case .online:
            try await publish(
              bridge, tree.text(.bridgeStatus),
              BridgeStatus(online: true, ts: now, since: now, session: session), retained: true)
          case .message(let text, let payload) where tree.topic(text) == .up(device, .action):
            let action = try DocumentCodec.decode(ActionMessage.self, from: payload)
            try await publish(
              bridge, tree.text(.down(device, .ack)), Ack(re: action.id, code: .accepted, ts: now))
          case .message(let text, let payload) where tree.topic(text) == .up(device, .ack):
            return try DocumentCodec.decode(Ack.self, from: payload).re
          default: break
          }
        }
        throw Unready()
      }
      try await watch.connect()
      let statuses = watch.observe(BridgeStatus.self)
      for await status in statuses where status.document?.online == true { break }
      let plant = try #require(SubjectName("basil"))
      func done() -> ActionMessage {
        ActionMessage(
          id: watch.newID(), category: .wateringReminder, action: .waterDone, plant: plant, at: watch.now)
      }
      #expect(try await watch.send(done()).code == .accepted)

      await broker.stop()
      while watch.isOnline { await Task.yield() }
      try await broker.start()
      // It was sent without a link, and is sent again until it arrives.
      #expect(try await watch.send(done()).code == .accepted)

      var notes = watch.observe(NotificationMessage.self).makeAsyncIterator()
      let key = try #require(ReminderKey("water-basil"))
      let note = NotificationMessage(
        aps: .init(alert: Alert(title: "Basil"), category: .wateringReminder, threadID: "basil"),
        note: .init(id: watch.newID(), key: key, rev: 1, ts: now, exp: now.advanced(by: 3600)),
        plant: PlantDates(id: plant, name: "Basil", lastDate: now.advanced(by: -1), nextDate: now))
      try await publish(bridge, tree.text(.down(device, .notify)), note)
      #expect(await notes.next()?.document == note)
      #expect(try await answering.value == note.note.id)
      await watch.disconnect()
      await bridge.disconnect()
    }
  }

  @Test func `a broker that is not there is told in words, and one may try again`() async throws {
    let port = try LoopbackPort.free()
    let tree = try #require(TopicTree())
    let transport = try MosquittoTransport(host: "127.0.0.1", port: port)
    let client = LoamClient(
      LoamClient.Settings(device: try name("anna-watch"), tree: tree), transport: transport, host: .machine)
    for _ in 0..<2 {
      let error = await #expect(throws: ClientError.self) { try await client.connect() }
      #expect(error?.description.contains("onnection refused") == true, "\(String(describing: error))")
      await client.disconnect()
    }
  }

  @Test func `what the broker's rules forbid is said by name`() async throws {
    let folder = try TemporaryFolder()
    let rules = try folder.write("topic read plants/#\n", to: "rules")
    var options = TestBroker.Options()
    options.hasPort = true
    options.lines = ["acl_file \(rules)"]
    try await withBroker(options) { broker in
      let tree = try #require(TopicTree())
      let (watch, _) = try client("anna-watch", broker, tree: tree)
      try await watch.connect()
      let stop = ActionMessage(
        id: watch.newID(), category: .wateringControl, action: .waterStopAll, plant: nil, at: watch.now)
      let topic = tree.text(.up(try name("anna-watch"), .action))
      await #expect(throws: ClientError.forbidden(topic: topic)) { try await watch.send(stop) }
      await watch.disconnect()
    }
  }
}

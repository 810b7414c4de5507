import LoamKit
import LoamMosquitto
import TestKit
import Testing

/// What a person's phone tells her watch, over a real broker and a real bridge.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct MessageTests {
  private func client(_ text: String, _ site: Site) throws -> LoamClient {
    let device = try #require(DeviceName(text))
    var settings = LoamClient.Settings(
      device: device, tree: try #require(TopicTree()),
      hello: Hello(device: device, kind: .other, ts: ClientHost.machine.now()))
    // What is lost once is lost here.
    settings.questionWaits = [.seconds(60)]
    let transport = try MosquittoTransport(
      host: "127.0.0.1", port: site.broker.door, username: text, password: TestBroker.password(of: text))
    return LoamClient(settings, transport: transport, host: .machine)
  }

  private func message(
    _ client: LoamClient, _ kind: MessageToDevice.Kind = .guaranteed, to: String = "anna-watch",
    _ identifier: String = "WateringLogged"
  ) throws -> MessageToDevice {
    MessageToDevice(
      id: client.newID(), kind, to: try #require(DeviceName(to)), identifier: identifier,
      content: try MessageContent(Array(#"{"plant":"aloe","ml":250}"#.utf8)), ts: client.now)
  }

  private func isReachable(_ device: String, _ word: String, _ site: Site) async throws {
    _ = try await site.document("plants/v1/state/device/\(device)") {
      $0.contains("\"reachability\":\"\(word)\"")
    }
  }

  @Test
  func
    `what is guaranteed outlives kill -9 of the bridge, arrives in order and once, and the sender is told`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("messages.yaml")
      let (phone, watch) = (try client("anna-phone", site), try client("anna-watch", site))
      var sent: [MessageID] = []
      let acks = phone.observe(Ack.self)
      try await BridgeRun.killed(config) { _ in
        try await phone.connect()
        try await watch.connect()
        try await isReachable("anna-watch", "immediatelyReachable", site)
        await watch.disconnect()
        try await isReachable("anna-watch", "backgroundOnly", site)
        for i in 0..<3 {
          let message = try message(phone, .guaranteed, "Part\(i)")
          #expect(try await phone.send(message).code == .queued)
          sent.append(message.id)
        }
      }
      let again = try client("anna-watch", site)
      let heard = again.observe(MessageFromDevice.self)
      try await BridgeRun.killed(config) { _ in
        try await again.connect()
        var received: [MessageFromDevice] = []
        for await message in heard {
          received += [message.document].compactMap(\.self)
          if let id = message.document?.id { await again.acknowledge(id) }
          if received.count == 3 { break }
        }
        #expect(received.map(\.id) == sent)
        #expect(received.map(\.identifier) == ["Part0", "Part1", "Part2"])
        #expect(received.allSatisfy { $0.from.text == "anna-phone" })
        #expect(String(decoding: received[0].content.bytes, as: UTF8.self) == #"{"ml":250,"plant":"aloe"}"#)
        var delivered: [MessageID] = []
        for await ack in acks {
          if let ack = ack.document, ack.code == .delivered { delivered += [ack.re].compactMap(\.self) }
          if delivered.count == 3 { break }
        }
        #expect(delivered == sent)
      }
      await again.disconnect()
      await phone.disconnect()
    }
  }

  @Test func `the watch answers the phone at once; where it is not there, or not hers, the phone is told so`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("messages.yaml")
      let (phone, watch) = (try client("anna-phone", site), try client("anna-watch", site))
      let bob = try client("bob-phone", site)
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        for client in [phone, watch, bob] { try await client.connect() }
        for device in ["anna-phone", "anna-watch", "bob-phone"] {
          try await isReachable(device, "immediatelyReachable", site)
        }
        let asked = watch.observe(MessageFromDevice.self)
        let question = try message(phone, .interactive)
        async let answer = phone.ask(question)
        for await message in asked {
          guard let message = message.document else { continue }
          try await watch.send(
            MessageToDevice(
              id: watch.newID(), .immediate, to: message.from, re: message.id, identifier: "Understood",
              ts: watch.now))
          break
        }
        let answered = try await answer
        #expect(answered.identifier == "Understood" && answered.from.text == "anna-watch")
        #expect(
          try await refusal { try await phone.send(try message(phone, to: "bob-phone")) }?.code == .forbidden)
        await watch.disconnect()
        try await isReachable("anna-watch", "backgroundOnly", site)
        let refused = try await refusal { try await phone.send(try message(phone, .immediate)) }
        #expect(refused?.code == .notReachable && refused?.reachability == .backgroundOnly)
        let glance = try await phone.send(try message(phone, .glance))
        #expect(glance.code == .accepted && glance.left == 49)
      }
      for client in [phone, bob] { await client.disconnect() }
    }
  }

  @Test func `more questions than the broker takes answers at a time are all answered`() async throws {
    try await Site.during { site in
      let config = try site.config("messages.yaml")
      let clients = try ["anna-phone", "anna-watch", "bob-phone"].map { try client($0, site) }
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        for client in clients { try await client.connect() }
        try await withThrowingTaskGroup(of: ClientAnswer.self) { group in
          // The window to the broker takes twenty at a time, a client's as well as the bridge's.
          for client in clients {
            for _ in 0..<18 {
              group.addTask {
                try await client.ask(
                  MessageRequest(id: client.newID(), .glance(GlanceRequest()), ts: client.now))
              }
            }
          }
          for try await answer in group {
            guard case .reply = answer else {
              Issue.record("\(answer)")
              return
            }
          }
        }
      }
      for client in clients { await client.disconnect() }
    }
  }

  private func refusal(_ sending: () async throws -> Ack) async throws -> Ack? {
    do {
      _ = try await sending()
      return nil
    } catch ClientError.refused(let ack) {
      return ack
    }
  }
}

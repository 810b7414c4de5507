import FoundationEssentials
import LoamKit
import LoamMosquitto
import TestKit
import Testing

/// Pictures and tables in parts, over a real broker and a real bridge.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct BlobTests {
  private static let picture =
    [0xff, 0xd8, 0xff, 0xe0] + (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  private func client(_ text: String, _ site: Site) throws -> LoamClient {
    let device = try #require(DeviceName(text))
    let settings = LoamClient.Settings(
      device: device, tree: try #require(TopicTree()),
      hello: Hello(device: device, kind: .other, ts: ClientHost.machine.now()))
    let transport = try MosquittoTransport(
      host: "127.0.0.1", port: site.broker.door, username: text, password: TestBroker.password(of: text))
    return LoamClient(settings, transport: transport, host: .machine)
  }

  private func message(_ client: LoamClient) throws -> MessageToDevice {
    MessageToDevice(
      id: client.newID(), .blob, to: try #require(DeviceName("anna-watch")), identifier: "Picture",
      content: try MessageContent(Array(#"{"plant":"aloe"}"#.utf8)),
      blob: BlobFacts(Self.picture, type: "image/jpeg"), ts: client.now)
  }

  @Test
  func
    `a picture arrives whole, though the bridge is killed while it comes and while it goes, and the watch once`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config("messages.yaml")
      let (phone, watch) = (try client("anna-phone", site), try client("anna-watch", site))
      try await phone.connect()
      try await watch.connect()
      let message = try message(phone)
      let acks = phone.observe(Ack.self)
      let heard = watch.observe(MessageFromDevice.self)
      // Killed once some of it is stored: what was acknowledged is there at the next start.
      let sending = Task { try await phone.send(message, Self.picture) }
      try await BridgeRun.killed(config) { _ in
        for await ack in acks where (ack.document?.next ?? 0) > 100_000 { break }
      }
      let received = try await BridgeRun.killed(config) { _ in
        #expect(try await sending.value.code == .queued)
        for await received in heard {
          if let received = received.document { return received }
        }
        throw CancellationError()
      }
      #expect(received.kind == .blob && received.from.text == "anna-phone")
      // The watch is killed before it has it: the next one gets it.
      await watch.disconnect()
      let again = try client("anna-watch", site)
      let heardAgain = again.observe(MessageFromDevice.self)
      try await again.connect()
      try await BridgeRun.killed(config) { _ in
        for await received in heardAgain {
          guard let received = received.document else { continue }
          #expect(try await again.bytes(of: received) == Self.picture)
          await again.acknowledge(received.id)
          break
        }
        try await toldDelivered(phone, message)
      }
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await toldDelivered(phone, message)
        do {
          _ = try await again.bytes(of: received)
          Issue.record("it is still there")
        } catch ClientError.refused(let ack) {
          #expect(ack.code == .unknownMessage && ack.field == "/content/message")
        }
      }
      for client in [phone, again] { await client.disconnect() }
    }
  }

  /// What the bridge had not been sure of when it was killed it says again, so an earlier answer may come first.
  private func toldDelivered(_ phone: LoamClient, _ message: MessageToDevice) async throws {
    let acks = phone.observe(Ack.self)
    if try await phone.send(message).code == .delivered { return }
    for await ack in acks where ack.document?.code == .delivered { return }
    throw CancellationError()
  }

  @Test func `the photo of a plant and a table of its past are fetched in parts; what is not there is said`()
    async throws
  {
    try await Site.during { site in
      let photo = try site.broker.folder.write(Self.picture, to: "aloe.jpg")
      let config = try site.config(
        text: try String(contentsOfFile: Program.scripts + "/messages.yaml", encoding: .utf8)
          .replacing("{name: Aloe,", with: "{name: Aloe, picture: \(photo),"))
      let phone = try client("anna-phone", site)
      let now = ClientHost.machine.now()
      // The history is written when the bridge ends.
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await site.publish("zigbee2mqtt/aloe", #"{"soil_moisture":41}"#)
        _ = try await site.document("plants/v1/state/plant/aloe") { $0.contains("\"m\":41") }
      }
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        try await phone.connect()
        let photo = try await phone.photo(of: try #require(SubjectName("aloe")))
        #expect(photo.bytes == Self.picture && photo.blob.type == "image/jpeg")
        let table = try await phone.historyFile(
          of: try #require(SubjectName("aloe")), "moisture", from: now.advanced(by: -30 * 86_400),
          to: now.advanced(by: 3600))
        let lines = String(decoding: table.bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.first == "time,seconds,mean,lowest,highest" && lines.count == 2)
        #expect(lines.last?.hasSuffix(",41.0,41.0,41.0") == true)
        do {
          _ = try await phone.photo(of: try #require(SubjectName("fern")))
          Issue.record("a photo of nothing")
        } catch ClientError.refused(let ack) {
          #expect(ack.code == .unknownPlant)
        }
      }
      await phone.disconnect()
    }
  }
}

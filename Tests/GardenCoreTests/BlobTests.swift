import GardenCore
import Testing

/// Bytes that follow their message in parts.
@Suite("Blobs")
struct BlobTests {
  private func stage(_ profile: DeviceProfile = DeviceProfile()) -> Stage {
    var stage = Stage(MessageTests.plan)
    stage.send(.link(isUp: true))
    for device in ["phone", "tag", "bob-phone"] { stage.send(.hello(device, DeviceProfile())) }
    stage.send(.hello("watch", profile))
    stage.effects = []
    return stage
  }

  private func blob(
    _ stage: inout Stage, size: Int = 5, from: DeviceID = "phone", expires: Timestamp? = nil
  ) -> AppMessage {
    AppMessage(
      stage.head(from, expires: expires), .blob, to: "watch", identifier: "Picture", content: "{}",
      blob: AppMessage.Blob(size: size, sha256: String(repeating: "0", count: 64), type: "image/jpeg"))
  }

  private func part(
    _ message: AppMessage, _ at: Int, _ count: Int, from: DeviceID = "phone"
  ) -> Command {
    .part(
      CommandHead(id: message.head.id, device: from, at: message.head.at),
      BlobBytes(message: message.head.id, at: at, Array(repeating: 7, count: count)))
  }

  private func delivered(_ stage: inout Stage) -> [UniqueID] {
    defer { stage.effects = [] }
    return stage.effects.compactMap { if case .deliver(let message) = $0 { message.head.id } else { nil } }
  }

  private func said(_ outcome: Outcome?) -> String {
    guard let outcome else { return "nothing" }
    guard case .stored(let bytes) = outcome.detail else { return "\(outcome.code)" }
    return "\(outcome.code) \(bytes)"
  }

  @Test func `its sender is told where the next part begins; with the last one it is on its way`() {
    var stage = stage()
    let message = blob(&stage)
    #expect(said(stage.command(.send(message))) == "accepted 0")
    #expect(said(stage.command(part(message, 0, 2))) == "accepted 2")
    #expect(delivered(&stage).isEmpty)
    #expect(stage.garden.blob(of: message.head.id, for: "watch") == nil)
    #expect(said(stage.command(part(message, 2, 3))) == "queued 5")
    #expect(delivered(&stage) == [message.head.id])
    #expect(stage.garden.blob(of: message.head.id, for: "watch") == message.blob)
    #expect(stage.garden.blob(of: message.head.id, for: "tag") == nil)
    stage.send(.shown("watch", note: message.head.id))
    #expect(stage.effects.contains(.remember(.noBlob(message: message.head.id))))
    #expect(said(stage.command(part(message, 2, 3))) == "delivered")
  }

  @Test func `what comes twice, late or too early changes nothing, and says where it stands`() {
    var stage = stage()
    let message = blob(&stage)
    #expect(said(stage.command(part(message, 0, 2))) == "unknownMessage")
    #expect(said(stage.command(.send(message))) == "accepted 0")
    #expect(said(stage.command(part(message, 2, 3))) == "accepted 0")
    #expect(said(stage.command(part(message, 0, 2))) == "accepted 2")
    #expect(said(stage.command(part(message, 0, 2))) == "accepted 2")
    #expect(said(stage.command(.send(message))) == "duplicate 2")
    stage.restart()
    #expect(said(stage.command(.send(message))) == "duplicate 2")
    #expect(said(stage.command(part(message, 2, 4))) == "outOfRange")
    #expect(said(stage.command(part(message, 2, 3))) == "queued 5")
    #expect(said(stage.command(.send(message))) == "duplicate 5")
    let bytes = stage.effects.filter { if case .remember(.blobBytes) = $0 { true } else { false } }
    #expect(bytes.count == 2)
  }

  @Test func `a blob that is not whole lets others pass, and takes its place when it is`() {
    var stage = stage()
    let (picture, word) = (blob(&stage), blob(&stage, size: 1))
    stage.command(.send(picture))
    stage.command(part(picture, 0, 4))
    stage.command(.send(word))
    stage.effects = []
    #expect(said(stage.command(part(word, 0, 1))) == "queued 1")
    stage.command(part(picture, 4, 1))
    #expect(delivered(&stage) == [word.head.id])
    stage.send(.shown("watch", note: word.head.id))
    #expect(delivered(&stage) == [picture.head.id])
  }

  @Test func `two are under way from one device; with a third the oldest is given up`() {
    var stage = stage()
    let (a, b, c) = (blob(&stage), blob(&stage), blob(&stage))
    for message in [a, b] { stage.command(.send(message)) }
    stage.command(part(a, 0, 2))
    #expect(said(stage.command(.send(c))) == "accepted 0")
    #expect(said(stage.command(part(a, 2, 3))) == "cancelled")
    #expect(said(stage.command(part(b, 0, 5))) == "queued 5")
    #expect(stage.effects.contains(.remember(.noBlob(message: a.head.id))))
  }

  /// Four parts of 1 MiB; the rate of bytes allows so much in six hours.
  private func stores(_ message: AppMessage, _ stage: inout Stage) -> String {
    stage.command(.send(message))
    for at in 0..<3 { stage.command(part(message, at << 20, 1 << 20, from: message.head.device)) }
    return said(stage.command(part(message, 3 << 20, 1 << 20, from: message.head.device)))
  }

  @Test func `one sender has half of the room, and all of them have so much`() {
    var stage = stage()
    var codes: [String] = []
    for device in ["phone", "tag"] {
      for _ in 0..<5 {
        stage.wait(.hours(6))
        codes.append(stores(blob(&stage, size: 4 << 20, from: device), &stage))
      }
    }
    #expect(
      codes == Array(repeating: "queued 4194304", count: 4) + ["busy"]
        + Array(repeating: "queued 4194304", count: 4) + ["busy"])
    #expect(stage.stored.messages.reduce(0) { $0 + $1.received } == 32 << 20)
  }

  @Test func `parts have a rate of their own: a picture holds up no button, and no device fills the card`() {
    var stage = stage()
    let message = blob(&stage, size: 40)
    stage.command(.send(message))
    for at in 0..<30 { #expect(said(stage.command(part(message, at, 1))) == "accepted \(at + 1)") }
    #expect(said(stage.command(part(message, 30, 1))) == "rateLimited")
    #expect(stage.command(.cancel(stage.head("phone"), message: message.head.id))?.code == .accepted)
    var written = 0
    for _ in 0..<200 {
      stage.wait(.seconds(40))
      let more = blob(&stage, size: 1 << 20)
      stage.command(.send(more))
      if said(stage.command(part(more, 0, 1 << 20))).hasPrefix("queued") { written += 1 }
      stage.command(.cancel(stage.head("phone"), message: more.head.id))
    }
    // 8 MiB at once, and 64 a day: two hours and a quarter passed.
    #expect((12...14).contains(written), "\(written)")
  }

  @Test func `it ends as what is guaranteed does, and its bytes go with it`() {
    for ending in ["cancelled", "expired", "left"] {
      var stage = stage()
      let message = blob(&stage, expires: stage.now.wall + .minutes(5))
      stage.command(.send(message))
      stage.command(part(message, 0, 2))
      stage.effects = []
      switch ending {
      case "cancelled": stage.command(.cancel(stage.head("phone"), message: message.head.id))
      case "expired": stage.sleep(.minutes(6))
      default: stage.send(.left("watch"))
      }
      #expect(stage.effects.contains(.remember(.noBlob(message: message.head.id))), "\(ending)")
      #expect(stage.stored.messages.isEmpty, "\(ending)")
    }
  }

  @Test func `only its sender adds to it, and who may only look nothing`() {
    var stage = stage()
    let message = blob(&stage)
    stage.command(.send(message))
    #expect(said(stage.command(part(message, 0, 2, from: "tag"))) == "unknownMessage")
    #expect(said(stage.command(part(message, 0, 2, from: "display"))) == "forbidden")
    #expect(said(stage.command(part(message, 0, 2, from: "stranger"))) == "forbidden")
    #expect(stage.stored.messages.first?.received == 0)
  }

  @Test func `a device that takes none is sent none; a disk that takes nothing says so`() {
    var stage = stage(DeviceProfile(abilities: [.notify]))
    #expect(said(stage.command(.send(blob(&stage)))) == "refused")
    var other = self.stage()
    other.send(.openings(barredBy: .store))
    #expect(other.command(.send(blob(&other)))?.why == Reason(.disk))
  }
}

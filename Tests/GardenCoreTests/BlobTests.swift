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

  @Test func `two are under way from one device at most, and all of them have so much room`() {
    var stage = stage()
    let (a, b, c) = (blob(&stage, size: 4 << 20), blob(&stage), blob(&stage))
    stage.command(.send(a))
    stage.command(.send(b))
    #expect(said(stage.command(.send(c))) == "busy")
    stage.command(part(b, 0, 5))
    // The first part of so many bytes stands for many.
    for at in [0, 2 << 20] { stage.command(part(a, at, 2 << 20)) }
    for _ in 0..<7 {
      stage.wait(.seconds(30))
      let more = blob(&stage, size: 4 << 20)
      stage.command(.send(more))
      for at in [0, 2 << 20] { stage.command(part(more, at, 2 << 20)) }
    }
    stage.wait(.seconds(30))
    let last = blob(&stage, size: 4 << 20)
    stage.command(.send(last))
    #expect(said(stage.command(part(last, 0, 4 << 20))) == "busy")
    let stored = stage.stored.messages.reduce(0) { $0 + $1.received }
    #expect(stored <= 32 << 20 && stored > 28 << 20)
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

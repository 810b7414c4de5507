import GardenCore
import LoamKit

/// Messages between the apps of one person's devices.
extension Renderer {
  func deliver(_ message: AppMessage, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    let head = message.head
    do throws(DocumentError) {
      let document = MessageFromDevice(
        id: try messageID(head.id), word(message.kind), from: try name(DeviceName.self, head.device),
        re: try message.re.map { (id) throws(DocumentError) in try messageID(id) },
        identifier: message.identifier, content: try MessageContent(Array(message.content.utf8)),
        blob: message.blob.map(BlobFacts.init), ts: moment(head.at), exp: moment(message.expires))
      return send(
        document, Self.handling(message), .msg, until: message.expires, at: now, into: &outgoing)
    } catch {
      return failed(DeviceName(message.to).map { .down($0, .msg) }, message.to, error)
    }
  }

  /// What is guaranteed is kept by the garden, which hands it over again after a crash.
  private static func handling(_ message: AppMessage) -> Handling {
    switch message.kind {
    case .guaranteed, .blob: Handling(message.to, .notice, receipt: message.head.id, isDurable: false)
    case .glance: Handling(message.to, matter: "glance")
    case .immediate, .interactive: Handling(message.to, isDurable: false)
    }
  }

  private func word(_ kind: AppMessage.Kind) -> MessageFromDevice.Kind {
    switch kind {
    case .immediate: .immediate
    case .interactive: .interactive
    case .guaranteed: .guaranteed
    case .glance: .glance
    case .blob: .blob
    }
  }
}

package import GardenCore
package import LoamKit

/// From what apps tell each other to commands.
extension CommandDecoder {
  func command(_ message: MessageToDevice, _ device: DeviceName) throws(DocumentError) -> Command {
    let head = CommandHead(
      id: try uniqueID(message.id, at: "/id"), device: device.text, at: time(message.ts),
      expires: message.exp.map(time))
    let re = try message.re.map { (id) throws(DocumentError) in try uniqueID(id, at: "/re") }
    let kind: AppMessage.Kind
    switch message.kind {
    case .cancel: return .cancel(head, message: re ?? head.id)
    case .immediate: kind = .immediate
    case .interactive: kind = .interactive
    case .guaranteed: kind = .guaranteed
    case .glance: kind = .glance
    case .blob: kind = .blob
    }
    return .send(
      AppMessage(
        head, kind, to: message.to?.text ?? "", re: re, identifier: message.identifier ?? "",
        content: String(decoding: message.content?.bytes ?? [], as: UTF8.self),
        blob: kind == .blob ? message.blob.map(AppMessage.Blob.init) : nil))
  }

  /// It has no time of its own: what counts is when its message ends.
  func command(
    _ part: BlobPartMessage, _ device: DeviceName, at now: Moment
  ) throws(DocumentError) -> Command {
    let id = try uniqueID(part.id, at: "/id")
    return .part(
      CommandHead(id: id, device: device.text, at: now.wall),
      BlobBytes(message: id, at: part.at, part.data))
  }
}

/// From wishes about accounts to commands.
extension CommandDecoder {
  func command(_ message: AccountMessage, _ device: DeviceName) throws(DocumentError) -> Command {
    let head = CommandHead(
      id: try uniqueID(message.id, at: "/id"), device: device.text, at: time(message.at),
      expires: message.exp.map(time))
    switch message.wish {
    case .invite(let invite):
      return .account(
        head,
        .invite(
          name: invite.name, person: invite.person, role: Role(invite.role), until: invite.until.map(time)))
    case .rotate(let which): return .account(head, .rotate(which.device.text))
    case .revoke(let which): return .account(head, .revoke(which.device.text))
    }
  }
}

extension Role {
  fileprivate init(_ role: DeviceContext.Role) {
    switch role {
    case .viewer: self = .viewer
    case .actor: self = .actor
    case .tuner: self = .tuner
    case .operator: self = .operator
    }
  }
}

extension AppMessage.Blob {
  init(_ facts: BlobFacts) { self.init(size: facts.size, sha256: facts.sha256, type: facts.type) }
}

extension BlobFacts {
  package init(_ blob: AppMessage.Blob) { self.init(size: blob.size, sha256: blob.sha256, type: blob.type) }
}

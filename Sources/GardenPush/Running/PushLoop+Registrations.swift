package import LoamKit
internal import Logging
internal import PushChannels
internal import GardenCore

// MARK: - What apps and pages hand over

extension PushLoop {
  /// A registration of any device; each is answered, but for one that nobody wrote.
  ///
  /// - Parameter device: by the topic, which the broker grants to nobody else. What the document says is no proof.
  package func register(_ payload: [UInt8], of device: DeviceName) async {
    guard !payload.isEmpty else { return }
    let now = Moment.now()
    let id = DocumentCodec.messageID(in: payload)
    guard rate.admits(device, at: now.uptime) else {
      floods += 1
      if floods.nonzeroBitCount == 1 { log.warning("\(device): registers too often (\(floods) so far)") }
      return await answer(Ack(re: id, code: .rateLimited, ts: now.epoch), device)
    }
    do throws(DocumentError) {
      let registration = try DocumentCodec.decode(PushRegistration.self, from: payload)
      if registration.service == .web {
        guard PushServices.origin(of: registration.endpoint ?? "") != nil else {
          return await answer(
            Ack(re: registration.id, code: .badValue, ts: now.epoch, field: "/endpoint"), device)
        }
        let code = entered(registration, device)
        return await answer(Ack(re: registration.id, code: code, ts: now.epoch), device)
      }
      guard lines[LineName(device)] != nil else {
        return await answer(Ack(re: registration.id, code: .forbidden, ts: now.epoch), device)
      }
      take(.registration(registration), for: device)
    } catch {
      log.warning("\(device): a registration could not be read: \(error.code.rawValue)")
      await answer(
        Ack(re: id, code: error.code, ts: now.epoch, field: error.pointer.isEmpty ? nil : error.pointer),
        device)
    }
  }
}

internal import HostSystem
internal import LoamKit
internal import Logging
internal import PushChannels

/// Hears the answer topic of an ntfy device, from the last line that was read on: what was said meanwhile is not lost.
final class TopicListener: Sendable {
  private let device: DeviceName
  private let address: ChannelAddress.Ntfy
  private let service: Service
  private let loop: PushLoop
  private let web: ServiceClient
  private let log: Logger

  init(
    _ device: DeviceName, _ address: ChannelAddress.Ntfy, _ service: Service, loop: PushLoop,
    web: ServiceClient,
    log: Logger
  ) {
    (self.device, self.address, self.service) = (device, address, service)
    (self.loop, self.web, self.log) = (loop, web, log)
  }

  func run() async {
    var failures = 0
    while !Task.isCancelled {
      let now = HostClock.now().wallMilliseconds / 1000
      await loop.take(.listening(from: "\(now)"), for: device)
      guard let position = await loop.position(of: device),
        let request = Ntfy.listening(address, since: position)
      else { return }
      var reason: String?
      do throws(ServiceClient.Silence) {
        let status = try await web.lines(request, at: service.address, bearer: service.bearer) { line in
          failures = 0
          if let line = NtfyLine(line) { await loop.take(.line(line), for: device) }
        }
        if status != 200 { reason = "status \(status)" }
      } catch {
        reason = "\(error)"
      }
      failures += 1
      if failures == 1, let reason { log.warning("\(device): the answer topic is not heard: \(reason)") }
      let wait = min(120_000, 1_000 << Int64(min(failures, 7)))
      let jitter = Int64(HostRandom.seed() % UInt64(wait))
      guard (try? await HostClock.wait(for: .milliseconds(500 + jitter))) != nil else { return }
    }
  }
}

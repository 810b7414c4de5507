internal import HostSystem
internal import LoamKit
internal import Logging
internal import PushChannels
internal import GardenCore

/// Hears the answer topic of an ntfy device, from the last line that was read on: what was said meanwhile is not lost.
final class TopicListener: Sendable {
  private let device: DeviceName
  private let address: ChannelAddress.Topic
  private let service: Service
  private let loop: PushLoop
  private let web: ServiceClient
  private let log: Logger

  init(
    _ device: DeviceName, _ address: ChannelAddress.Topic, _ service: Service, loop: PushLoop,
    web: ServiceClient,
    log: Logger
  ) {
    (self.device, self.address, self.service) = (device, address, service)
    (self.loop, self.web, self.log) = (loop, web, log)
  }

  func run() async {
    var failures = 0
    var chance = SplitMix64(seed: HostRandom.seed())
    while !Task.isCancelled {
      let begun = HostClock.uptimeMilliseconds()
      let (reason, asked) = await listen()
      // A stream that was there for a minute worked.
      failures = HostClock.uptimeMilliseconds() - begun > 60_000 ? 1 : failures + 1
      if failures == 1, let reason { log.warning("\(device): the answer topic is not heard: \(reason)") }
      let wait = Backoff.milliseconds(untilListeningAfter: failures, asked: asked, &chance)
      guard (try? await HostClock.wait(for: .milliseconds(wait))) != nil else { return }
    }
  }

  /// Until the stream ends, or the store does not take a line: then that line is read once more.
  private func listen() async -> (reason: String?, asked: Int64?) {
    let now = HostClock.now().wallMilliseconds / 1000
    await loop.take(.listening(from: "\(now)"), for: device)
    guard let position = await loop.position(of: device),
      let request = Ntfy.listening(address, since: position)
    else { return ("the store takes nothing", nil) }
    var isTaken = true
    do throws(ServiceClient.Silence) {
      let answer = try await web.lines(request, at: service.address, bearer: service.bearer) { line in
        if let line = NtfyLine(line) { isTaken = await loop.take(.line(line), for: device) }
        return isTaken
      }
      if !isTaken { return ("the store takes nothing", nil) }
      return (answer.status == 200 ? nil : "status \(answer.status)", answer.retryAfter)
    } catch {
      return ("\(error)", nil)
    }
  }
}

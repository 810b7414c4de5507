import HostSystem
import MQTTTypes
import MosquittoClient
import TestKit

/// Keeps what a client told.
final class Recorder: MosquittoHandler {
  struct Heard: Equatable {
    var topic: String
    var payload: [UInt8]
    var isRetained = false
    var qos = QoS.atLeastOnce
  }
  var heard: [Heard] = []
  var responseTopics: [String?] = []
  var correlations: [[UInt8]?] = []
  var expiries: [UInt32?] = []
  var contentTypes: [String?] = []
  var links: [LinkState] = []
  var published: [PublishTicket: PublishOutcome] = [:]
  var subscribed: [String: SubscribeOutcome] = [:]
  var leftOut: [Int] = []
  var answers = 0

  func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
    heard.append(
      Heard(
        topic: String(decoding: topic.indices.map { topic[$0] }, as: UTF8.self),
        payload: payload.indices.map { payload[$0] }, isRetained: info.isRetained, qos: info.qos))
    responseTopics.append(info.responseTopic)
    correlations.append(info.correlation)
    expiries.append(info.expirySeconds)
    contentTypes.append(info.contentType)
  }
  func leftOut(topic: Span<UInt8>, bytes: Int, bytesMax: Int) { leftOut.append(bytes) }
  func linkChanged(to link: LinkState) { links.append(link) }
  func published(_ ticket: PublishTicket, _ outcome: PublishOutcome) { published[ticket] = outcome }
  func subscribed(to filter: String, _ outcome: SubscribeOutcome) {
    subscribed[filter] = outcome
    answers += 1
  }
  var texts: [String] { heard.map { String(decoding: $0.payload, as: UTF8.self) } }
}

/// A client with a recorder, driven by the test's thread.
struct Driven {
  let client: MosquittoClient
  let recorder: Recorder
  struct TimeIsUp: Error { var link: LinkState }

  init(
    _ settings: MosquittoClient.Settings, jitter: any RandomNumberGenerator = HostRandom()
  ) throws {
    recorder = Recorder()
    client = try MosquittoClient(settings: settings, handler: recorder, jitter: jitter)
    client.start()
  }

  /// Turns until the condition holds. A machine that does much else is slow; what hangs ends all the same.
  func run(seconds: Int64 = 90, flushes: Bool = true, until isDone: () -> Bool) throws {
    let deadline = HostClock.uptimeMilliseconds() + seconds * 1000
    while !isDone() {
      var entries = client.pollEntry.map { [$0] } ?? []
      HostPoll.wait(&entries, until: min(deadline, client.nextDeadline))
      service()
      if flushes { client.flush() }
      if HostClock.uptimeMilliseconds() >= deadline { throw TimeIsUp(link: client.link) }
    }
  }

  func service() {
    client.service(at: HostClock.uptimeMilliseconds())
    client.read()
  }

  /// Online, and every subscription answered.
  func runUntilReady(_ filters: [String] = []) throws {
    try run { client.isOnline && filters.allSatisfy { recorder.subscribed[$0] != nil } }
  }

  func publish(_ topic: String, _ text: String, retained: Bool = false) throws {
    let ticket = try client.publish(
      MQTTPublication(topic: topic, payload: Array(text.utf8), isRetained: retained))
    try run { recorder.published[ticket] != nil }
  }

  func leave() { client.disconnect(within: .seconds(1)) }
}

extension TestBroker {
  /// Settings for this broker's socket, with short pauses.
  func settings(
    _ id: String, _ change: (inout MosquittoClient.Settings) -> Void = { _ in }
  ) -> MosquittoClient.Settings {
    var settings = MosquittoClient.Settings(address: .unixSocket(path: socketPath), clientID: id)
    settings.backoff = Backoff(floor: .milliseconds(20), ceiling: .milliseconds(100))
    change(&settings)
    return settings
  }

  var loopback: BrokerAddress { .tcp(host: "127.0.0.1", port: port) }
}

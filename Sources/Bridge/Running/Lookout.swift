import GardenCore
import LoamKit
import MQTTTypes
import MosquittoClient

/// A look at who is in charge, before the bridge connects under its own id: who connects under an id throws out the one that has it.
final class Lookout: MosquittoHandler {
  /// A broker that keeps a status hands it over with its answer to the subscription.
  private static let patience: Duration = .milliseconds(200)

  let client: MosquittoClient
  private var statuses: [(payload: [UInt8], wasRetained: Bool)] = []
  private var causes: [OfflineCause] = []
  /// The broker has answered, or refuses to.
  private var isAnswered = false
  private var endsAt: Int64?
  private var asked = 0
  /// Often enough: one question may meet a bridge that has just answered another one, which was lost.
  var hasAsked: Bool { asked == RivalWatch.questions }

  /// - Parameters:
  ///   - topic: of the bridge's status.
  ///   - other: what speaks to the same broker.
  init(_ settings: MosquittoClient.Settings, topic: String, as other: MosquittoClient) throws(MosquittoError)
  {
    client = try MosquittoClient(settings: settings)
    client.handler = self
    client.speak(as: other)
    // A cluster keeps a copy of each subscription of QoS 1 on several nodes, and has to agree on it first.
    try client.subscribe([MQTTSubscription(filter: topic, qos: .atMostOnce)])
    client.start()
  }

  /// Reads and writes what is there.
  func pass(at uptime: Int64) {
    client.service(at: uptime)
    client.read()
    client.flush()
    if isAnswered, endsAt == nil { wait(for: Self.patience, at: uptime) }
  }

  /// What was heard since it was asked last.
  func takeStatuses() -> [(payload: [UInt8], wasRetained: Bool)] {
    defer { statuses.removeAll() }
    return statuses
  }

  /// Why it did not reach the broker.
  func takeCauses() -> [OfflineCause] {
    defer { causes.removeAll() }
    return causes
  }

  func isOver(at uptime: Int64) -> Bool { endsAt.map { $0 <= uptime } ?? false }

  /// Whoever runs hears the status of another, and answers with its own.
  func ask(_ status: MQTTPublication, at uptime: Int64) {
    var question = status
    question.isRetained = false
    asked += 1
    _ = try? client.publish(question)
    wait(for: RivalWatch.answersWithin / RivalWatch.questions, at: uptime)
  }

  private func wait(for time: Duration, at uptime: Int64) { endsAt = uptime + time.milliseconds }

  /// What is over and goes on listening has none of its own.
  func nextDeadline(at uptime: Int64) -> Int64 {
    min(client.nextDeadline, endsAt.flatMap { $0 > uptime ? $0 : nil } ?? .max)
  }

  func end() { client.disconnect(within: .zero) }

  func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
    statuses.append((payload.indices.map { payload[$0] }, info.isRetained))
    // There is one: nothing else is waited for.
    if !info.isRetained || asked == 0 { endsAt = .min }
  }

  func subscribed(to filter: String, _ outcome: SubscribeOutcome) { isAnswered = true }

  func linkChanged(to link: LinkState) {
    guard case .offline(let cause) = link, cause != .ended else { return }
    // What is wrong with the account, the bridge's own connection tells.
    if case .refused = cause { endsAt = .min } else { causes.append(cause) }
  }
}

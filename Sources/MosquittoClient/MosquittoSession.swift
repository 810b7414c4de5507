internal import HostSystem
package import MQTTTypes

/// A short stay at the broker, for command-line tools: connect once, ask, wait for the answer, leave. Every call
/// waits; there is no reconnecting. Not `Sendable`.
package final class MosquittoSession {
  /// A message, copied.
  package struct Message: Sendable, Hashable {
    /// What was not UTF-8 is replaced.
    package var topic: String
    package var payload: [UInt8]
    package var isRetained: Bool
    package var responseTopic: String?
    package var correlation: [UInt8]?
  }

  private let client: MosquittoClient
  private let log: Log

  /// Connects.
  ///
  /// - Throws: ``MosquittoError/link(_:)`` with the cause of the first attempt (a broker that wants 3.1.1 is asked
  ///   again), ``MosquittoError/timedOut``, ``MosquittoError/invalidSetting(_:_:)``.
  package init(
    settings: MosquittoClient.Settings, timeout: Duration, onMessage: @escaping (Message) -> Void = { _ in }
  ) throws(MosquittoError) {
    log = Log(onMessage)
    client = try MosquittoClient(settings: settings, handler: log)
    client.start()
    let deadline = Self.deadline(timeout)
    while !client.isOnline {
      if case .offline(let cause) = client.link, cause != .starting { throw end(.link(cause)) }
      guard turn(until: deadline) else { throw end(.timedOut) }
    }
  }

  deinit { client.disconnect(within: .zero) }

  package var version: MQTTVersion? {
    if case .online(let facts) = client.link { facts.version } else { nil }
  }

  /// Returns when the broker has answered for every filter.
  ///
  /// - Throws: ``MosquittoError/subscriptionRefused(filter:reason:)``, ``MosquittoError/timedOut``, ``MosquittoError/link(_:)``.
  package func subscribe(_ subscriptions: [MQTTSubscription], timeout: Duration) throws(MosquittoError) {
    if let (filter, reason) = try refusals(of: subscriptions, timeout: timeout).first {
      throw .subscriptionRefused(filter: filter, reason: reason)
    }
  }

  /// Which of these the broker does not grant, and its reason code; in their order.
  ///
  /// - Throws: ``MosquittoError/timedOut``, ``MosquittoError/link(_:)``.
  package func refusals(
    of subscriptions: [MQTTSubscription], timeout: Duration
  ) throws(MosquittoError) -> [(filter: String, reason: UInt8)] {
    try client.subscribe(subscriptions)
    let deadline = Self.deadline(timeout)
    var refusals: [(filter: String, reason: UInt8)] = []
    for subscription in subscriptions {
      while log.subscriptions[subscription.filter] == nil { try waitOnce(until: deadline) }
      if case .refused(let reason) = log.subscriptions[subscription.filter] {
        refusals.append((subscription.filter, reason))
      }
    }
    return refusals
  }

  /// Returns when the broker has the message (QoS 1), or when it is written (QoS 0).
  package func publish(_ publication: MQTTPublication, timeout: Duration) throws(MosquittoError) {
    let deadline = Self.deadline(timeout)
    while !client.canPublish { try waitOnce(until: deadline) }
    let ticket = try client.publish(publication)
    while true {
      if let outcome = log.publications.removeValue(forKey: ticket) {
        if case .refused(let reason) = outcome {
          throw .publicationRefused(topic: publication.topic, reason: reason)
        }
        return
      }
      try waitOnce(until: deadline)
    }
  }

  /// Waits until `isDone` says so; it is asked before waiting and after whatever arrived.
  ///
  /// - Parameter descriptor: one more descriptor whose input ends the pause (a terminal, signals).
  /// - Returns: `false` where the time was over first.
  @discardableResult
  package func wait(
    timeout: Duration, alsoFor descriptor: Int32? = nil, until isDone: () -> Bool
  ) throws(MosquittoError) -> Bool {
    let deadline = Self.deadline(timeout)
    while !isDone() {
      guard turn(until: deadline, descriptor) else { return false }
      if case .offline(let cause) = client.link { throw .link(cause) }
    }
    return true
  }

  /// Says goodbye; at most a second.
  package func close() { client.disconnect(within: .seconds(1)) }

  private func waitOnce(until deadline: Int64) throws(MosquittoError) {
    guard turn(until: deadline) else { throw .timedOut }
    if case .offline(let cause) = client.link { throw .link(cause) }
  }

  /// `false`: the deadline has passed.
  private func turn(until deadline: Int64, _ descriptor: Int32? = nil) -> Bool {
    client.flush()
    var entries = client.pollEntry.map { [$0] } ?? []
    if let descriptor { entries.append(PollEntry(descriptor, .readable)) }
    HostPoll.wait(&entries, until: min(deadline, client.nextDeadline))
    let now = HostClock.uptimeMilliseconds()
    client.service(at: now)
    client.read()
    client.flush()
    return now < deadline
  }

  private func end(_ error: MosquittoError) -> MosquittoError {
    client.disconnect(within: .zero)
    return error
  }

  private static func deadline(_ timeout: Duration) -> Int64 {
    HostClock.uptimeMilliseconds() + MosquittoClient.milliseconds(timeout)
  }

  /// What the broker said, until the session asks.
  private final class Log: MosquittoHandler {
    var subscriptions: [String: SubscribeOutcome] = [:]
    var publications: [PublishTicket: PublishOutcome] = [:]
    private let onMessage: (Message) -> Void

    init(_ onMessage: @escaping (Message) -> Void) { self.onMessage = onMessage }

    func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
      onMessage(
        Message(
          topic: String(decoding: topic.indices.map { topic[$0] }, as: UTF8.self),
          payload: payload.indices.map { payload[$0] }, isRetained: info.isRetained,
          responseTopic: info.responseTopic, correlation: info.correlation))
    }

    func published(_ ticket: PublishTicket, _ outcome: PublishOutcome) { publications[ticket] = outcome }

    func subscribed(to filter: String, _ outcome: SubscribeOutcome) { subscriptions[filter] = outcome }
  }
}

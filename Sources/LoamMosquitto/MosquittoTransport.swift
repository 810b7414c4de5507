internal import HostSystem
public import LoamKit
package import MosquittoClient
internal import MQTTTypes
internal import Synchronization

/// The transport on libmosquitto. One thread owns the connection; who publishes wakes it.
public final class MosquittoTransport: ClientTransport {
  private let settings: MosquittoClient.Settings
  private let bell: WakeDescriptor
  private let shared = Mutex(Shared())

  /// What the thread and its callers share.
  private struct Shared: Sendable {
    var isRunning = false
    var isEnding = false
    var outgoing: [Outgoing] = []
    var leaving: [CheckedContinuation<Void, Never>] = []
    var failure: MosquittoError?
    /// Filters that the broker has not answered for.
    var unanswered: Set<String> = []
    var dropped = 0
  }

  private typealias Outgoing = (
    publication: ClientPublication, taken: CheckedContinuation<Result<Void, ClientError>, Never>
  )

  /// What waits for the client; beyond it the oldest is dropped and counted.
  private static let eventsMax = 16_384
  private static let outgoingMax = 256

  /// Over TCP, with TLS where authorities are named.
  ///
  /// - Parameters:
  ///   - host: the broker's name or address.
  ///   - port: 1883, or 8883 with TLS, as brokers have it.
  ///   - username: the device's name where the broker wants accounts.
  ///   - password: of that account.
  ///   - caFile: certificates of the authorities to trust, in PEM; `nil`: no TLS.
  /// - Throws: ``ClientError/notConnected(_:)`` where the machine gives no descriptor.
  public convenience init(
    host: String, port: UInt16 = 1883, username: String? = nil, password: String? = nil, caFile: String? = nil
  ) throws(ClientError) {
    var settings = MosquittoClient.Settings(
      BrokerReach(address: .tcp(host: host, port: port), tls: caFile.map { BrokerTLS(caFile: $0) }))
    settings.username = username
    settings.password = password
    try self.init(settings)
  }

  package init(_ settings: MosquittoClient.Settings) throws(ClientError) {
    self.settings = settings
    do { bell = try WakeDescriptor() } catch { throw .notConnected(error.description) }
  }

  /// Why there is no link, or what the broker does not grant; `nil`: neither.
  package var failure: MosquittoError? { shared.withLock { $0.failure } }
  /// Whether the broker has answered for every subscription.
  package var hasAnswers: Bool { shared.withLock { $0.unanswered.isEmpty } }
  /// Events that the client was too slow for.
  public var droppedCount: Int { shared.withLock { $0.dropped } }

  /// Starts the thread. One connection at a time.
  public func connect(_ link: ClientLink) -> AsyncStream<TransportEvent> {
    let (events, post) = AsyncStream.makeStream(
      of: TransportEvent.self, bufferingPolicy: .bufferingNewest(Self.eventsMax))
    let isFirst = shared.withLock { shared in
      defer { shared.isRunning = true }
      return !shared.isRunning
    }
    guard isFirst else {
      post.yield(.offline("connected already"))
      post.finish()
      return events
    }
    post.onTermination = { [weak self] _ in self?.end() }
    do throws(HostError) {
      try HostThread.start { [self] in run(link, post) }
    } catch {
      ended(post, error.description)
    }
    return events
  }

  /// Hands a publication to the thread.
  public func publish(_ publication: ClientPublication) async throws(ClientError) {
    try await withCheckedContinuation { taken in
      let isTaken = shared.withLock { shared in
        guard shared.isRunning, shared.outgoing.count < Self.outgoingMax else { return false }
        shared.outgoing.append((publication, taken))
        return true
      }
      if isTaken { bell.ring() } else { taken.resume(returning: .failure(.notConnected("no room to send"))) }
    }.get()
  }

  /// Returns when the thread has written what was on its way and said goodbye.
  public func disconnect() async {
    await withCheckedContinuation { left in
      let isRunning = shared.withLock { shared in
        if shared.isRunning { shared.leaving.append(left) }
        return shared.isRunning
      }
      if isRunning { end() } else { left.resume() }
    }
  }

  private func end() {
    shared.withLock { if $0.isRunning { $0.isEnding = true } }
    bell.ring()
  }

  private func run(_ link: ClientLink, _ post: AsyncStream<TransportEvent>.Continuation) {
    var settings = settings
    settings.clientID = link.clientID
    settings.isCleanStart = link.sessionSeconds == 0
    settings.sessionExpirySeconds = link.sessionSeconds
    settings.will = link.will.map(MQTTPublication.init)
    let ear = Ear { [self] event, failure in
      shared.withLock { shared in
        if case .online = event { (shared.failure, shared.unanswered) = (nil, Set(link.subscriptions)) }
        if let failure { shared.failure = failure }
        if case .dropped = post.yield(event) { shared.dropped += 1 }
      }
    } answered: { [self] filter in
      _ = shared.withLock { $0.unanswered.remove(filter) }
    }
    do throws(MosquittoError) {
      let client = try MosquittoClient(settings: settings, handler: ear)
      try client.subscribe(link.subscriptions.map { MQTTSubscription(filter: $0) })
      client.start()
      serve(client, ear)
      client.disconnect(within: Self.goodbye)
      ended(post, "disconnected")
    } catch {
      shared.withLock { $0.failure = error }
      ended(post, "\(error)")
    }
  }

  /// Until the end; what is on its way then may still arrive.
  private func serve(_ client: MosquittoClient, _ ear: Ear) {
    var deadline = Int64.max
    while true {
      var entries = [PollEntry(bell.descriptor, .readable)] + (client.pollEntry.map { [$0] } ?? [])
      HostPoll.wait(&entries, until: min(client.nextDeadline, deadline))
      _ = bell.take()
      let now = HostClock.uptimeMilliseconds()
      client.service(at: now)
      client.read()
      let (outgoing, isEnding) = shared.withLock { shared in
        defer { shared.outgoing = [] }
        return (shared.outgoing, shared.isEnding)
      }
      for (publication, taken) in outgoing {
        do throws(MosquittoError) {
          let ticket = try client.publish(MQTTPublication(publication))
          ear.topics[ticket] = publication.topic
          taken.resume(returning: .success(()))
        } catch { taken.resume(returning: .failure(.notConnected("\(error)"))) }
      }
      client.flush()
      guard isEnding else { continue }
      deadline = min(deadline, now + Self.goodbyeMilliseconds)
      if client.inFlight == 0 || !client.isOnline || now >= deadline { return }
    }
  }

  private func ended(_ post: AsyncStream<TransportEvent>.Continuation, _ reason: String) {
    post.yield(.offline(reason))
    let (outgoing, leaving) = shared.withLock { shared in
      defer { shared = Shared(failure: shared.failure, dropped: shared.dropped) }
      return (shared.outgoing, shared.leaving)
    }
    for item in outgoing { item.taken.resume(returning: .failure(.notConnected(reason))) }
    post.finish()
    for left in leaving { left.resume() }
  }

  private static let goodbye = Duration.milliseconds(goodbyeMilliseconds)
  private static let goodbyeMilliseconds: Int64 = 300
}

/// What the connection tells, on its thread.
private final class Ear: MosquittoHandler {
  private let tell: (TransportEvent, MosquittoError?) -> Void
  private let answered: (String) -> Void
  /// Of what the broker has not acknowledged.
  var topics: [PublishTicket: String] = [:]

  init(_ tell: @escaping (TransportEvent, MosquittoError?) -> Void, answered: @escaping (String) -> Void) {
    (self.tell, self.answered) = (tell, answered)
  }

  func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
    tell(
      .message(
        topic: String(decoding: topic.indices.map { topic[$0] }, as: UTF8.self),
        payload: payload.indices.map { payload[$0] }), nil)
  }

  func linkChanged(to link: LinkState) {
    switch link {
    case .online(let facts): tell(.online(isSessionPresent: facts.isSessionPresent), nil)
    case .offline(.ended): break
    case .offline(let cause): tell(.offline(MosquittoError.link(cause).description), .link(cause))
    }
  }

  func published(_ ticket: PublishTicket, _ outcome: PublishOutcome) {
    guard let topic = topics.removeValue(forKey: ticket), case .refused(let reason) = outcome else { return }
    tell(.forbidden(topic: topic), .publicationRefused(topic: topic, reason: reason))
  }

  func subscribed(to filter: String, _ outcome: SubscribeOutcome) {
    if case .refused(let reason) = outcome {
      tell(.refused(filter: filter), .subscriptionRefused(filter: filter, reason: reason))
    }
    answered(filter)
  }
}

extension MQTTPublication {
  fileprivate init(_ publication: ClientPublication) {
    self.init(
      topic: publication.topic, payload: publication.payload, isRetained: publication.isRetained,
      expirySeconds: publication.expirySeconds)
  }
}

extension ClientHost {
  /// This machine.
  public static let machine = ClientHost(
    now: { EpochSeconds(clamping: HostClock.now().wallMilliseconds / 1000) }, wait: HostClock.wait(for:),
    random: HostRandom.seed)
}

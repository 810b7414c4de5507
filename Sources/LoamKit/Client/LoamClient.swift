internal import Synchronization

/// A device of the contract: connects, knows what the bridge says, sends commands and gets their answers.
///
/// From any task or thread. <doc:BuildAClient> shows one.
public final class LoamClient: Sendable {
  /// Who the client is, and how patient.
  public struct Settings: Sendable {
    /// Its name.
    public var device: DeviceName
    /// Under which base the bridge speaks.
    public var tree: TopicTree
    /// Said after each connect, with the time of then, and with it the device's ``Presence``; `nil`: neither, for a tool that speaks as another's
    /// device.
    public var hello: Hello?
    /// Whether the broker keeps what comes while the device is away. Only one client may run under a name then.
    public var keepsSession = true
    /// How long each sending of a command waits for its ack; as many sendings as waits.
    public var commandWaits: [Duration] = [.seconds(5), .seconds(10), .seconds(30), .seconds(15)]
    /// The same for questions, which the bridge forgets after 10 s.
    public var questionWaits: [Duration] = [.seconds(5), .seconds(5)]
    /// Whether a notification or a withdrawal is acknowledged once an observer has it; `false`: once the app says so
    /// (``LoamClient/acknowledge(_:_:)``), for one that first stores it.
    public var acknowledgesShown = true
    /// Ids of messages that the app stored and acknowledged before it quit, the newest last: one that comes again, because its ack was lost,
    /// is acknowledged again and not handed over. Of each bridge the last one is enough: the next one waits for its ack.
    public var kept: [MessageID] = []

    /// A device under a base.
    public init(device: DeviceName, tree: TopicTree, hello: Hello? = nil) {
      self.device = device
      self.tree = tree
      self.hello = hello
    }
  }

  /// Who the client is.
  public let settings: Settings
  let transport: any ClientTransport
  let host: ClientHost
  let state: Mutex<State>

  struct State: Sendable {
    var memory: ClientMemory
    var observers: [Int: Observer] = [:]
    var waiters: [Int: Waiter] = [:]
    var connecting: [Int: Ending<Void>] = [:]
    var numbers = 0
    var isOnline = false
    /// Of all that there were, the present one.
    var links = 0
    var offlineReason = "not connected yet"
    var refused: Set<String> = []
    var dropped = 0
    /// In ``Presence``; new with each ``LoamClient/connect(within:)``.
    var session: MessageID?
    var isInFront: Bool?
    /// By observers; what the memory reads it counts itself.
    var unreadable = 0
    var listening: Task<Void, Never>?

    mutating func number() -> Int {
      numbers += 1
      return numbers
    }
  }

  /// Somebody who waits for the answer to a message.
  struct Waiter: Sendable {
    var id: MessageID
    var topic: String
    /// Whether that is what is waited for.
    var isFor: @Sendable (ClientAnswer) -> Bool
    var end: Ending<ClientAnswer>
  }

  typealias Ending<Value> = AsyncStream<Result<Value, ClientError>>.Continuation

  /// A client; ``connect(within:)`` begins.
  public init(_ settings: Settings, transport: any ClientTransport, host: ClientHost) {
    self.settings = settings
    self.transport = transport
    self.host = host
    state = Mutex(
      State(
        memory: ClientMemory(
          tree: settings.tree, acknowledgesShown: settings.acknowledgesShown, kept: settings.kept)))
  }

  deinit {
    let (listening, observers) = state.withLock { ($0.listening, $0.observers.values.map(\.finish)) }
    listening?.cancel()
    for finish in observers { finish() }
  }

  /// Whether there is a link to the broker.
  public var isOnline: Bool { state.withLock { $0.isOnline } }
  /// Filters that the broker does not grant.
  public var refusedFilters: Set<String> { state.withLock { $0.refused } }
  /// What observers were too slow for, in all.
  public var droppedCount: Int { state.withLock { $0.dropped } }
  /// Messages that could not be read, and retained ones for which there was no room.
  public var unreadableCount: Int { state.withLock { $0.memory.unreadableCount + $0.unreadable } }
  /// How many retained documents are held.
  public var heldCount: Int { state.withLock { $0.memory.retained.count } }
  /// The device's time.
  public var now: EpochSeconds { host.now() }

  /// A new id for a message (UUID version 7).
  public func newID() -> MessageID { MessageID(at: host.now(), host.random(), host.random()) }

  /// Returns when the broker has let the device in. The transport goes on trying where this throws, until ``disconnect()``.
  ///
  /// - Throws: ``ClientError/notConnected(_:)``, ``ClientError/cancelled``.
  public func connect(within limit: Duration = .seconds(10)) async throws(ClientError) {
    let session = newID()
    state.withLock { state in
      guard state.listening == nil else { return }
      state.session = session
      state.listening = listen(presence(session, online: false))
    }
    try await first(
      of: Void.self,
      began: { state, end in
        if state.isOnline { end.yield(.success(())) }
        let number = state.number()
        state.connecting[number] = end
        return number
      }, ended: { $0.connecting[$1] = nil }
    ) { [host] in
      try await host.wait(limit)
      return .notConnected("no answer within \(limit)")
    }
  }

  /// Tells whether the app is in front: of a person's devices that one rings. Said again after each connect.
  public func setForeground(_ isInFront: Bool) async {
    state.withLock { $0.isInFront = isInFront }
    if isOnline { await sayPresence() }
  }

  /// Says goodbye. Whoever waits for an answer gets ``ClientError/cancelled``; observers stay, and hear of the next connection.
  public func disconnect() async {
    if let parting = presence(state.withLock { $0.session }, online: false) {
      await say(parting, as: .presence, expirySeconds: nil)
    }
    await transport.disconnect()
    // To its end: what an old connection says last must not be taken for a word about the next.
    await state.withLock { $0.listening }?.value
    state.withLock { state in
      state.listening = nil
      state.isOnline = false
      state.offlineReason = "disconnected"
      for waiter in state.waiters.values { waiter.end.yield(.failure(.cancelled)) }
      for end in state.connecting.values { end.yield(.failure(.cancelled)) }
    }
  }

  /// Tells that the app has stored what came: a message that is kept, and a notification or withdrawal where ``Settings/acknowledgesShown`` is
  /// not. Said again by itself where it comes again.
  ///
  /// - Parameters:
  ///   - id: of the message or withdrawal, or `note.id`.
  ///   - code: a failure where the app cannot read it: the next one then comes all the same, and its sender is told.
  public func acknowledge(_ id: MessageID, _ code: AckCode = .accepted) async {
    state.withLock { $0.memory.acknowledged(id, code) }
    await say(Ack(re: id, code: code, ts: host.now()), as: .ack, expirySeconds: 86_400)
  }

  /// Tells that the app could not store what came: it is handed over again when the bridge repeats it.
  public func handOverAgain(_ id: MessageID) { state.withLock { $0.memory.missed(id) } }

  private func listen(_ parting: Presence?) -> Task<Void, Never> {
    let (tree, device) = (settings.tree, settings.device)
    let will = parting.flatMap { publication($0, as: .presence, expirySeconds: nil) }
    let events = transport.connect(
      ClientLink(
        clientID: settings.keepsSession ? device.text : "",
        sessionSeconds: settings.keepsSession ? 604_800 : 0,
        subscriptions: [tree.everythingOfTheBridge, tree.everyState, tree.everythingDown(to: device)],
        will: will))
    return Task { [weak self] in
      for await event in events {
        guard let self else { return }
        await self.take(event)
      }
    }
  }

  private func take(_ event: TransportEvent) async {
    switch event {
    case .online(let isSessionPresent): await online(isSessionPresent)
    case .offline(let reason):
      state.withLock { state in
        state.isOnline = false
        state.offlineReason = reason
        for end in state.connecting.values { end.yield(.failure(.notConnected(reason))) }
      }
    case .refused(let filter): state.withLock { _ = $0.refused.insert(filter) }
    case .forbidden(let topic):
      state.withLock { state in
        for waiter in state.waiters.values where waiter.topic == topic {
          waiter.end.yield(.failure(.forbidden(topic: topic)))
        }
      }
    case .message(let topic, let payload):
      let now = host.now()
      let receipts = state.withLock { $0.take(topic: topic, payload: payload, at: now) }
      // After they were handed over: an ack says that it is shown.
      for receipt in receipts { await say(receipt, as: .ack, expirySeconds: 86_400) }
    }
  }

  private func online(_ isSessionPresent: Bool) async {
    let isInDoubt = state.withLock { state in
      state.links += 1
      state.isOnline = true
      state.refused = []
      for end in state.connecting.values { end.yield(.success(())) }
      if !isSessionPresent { state.memory.doubt() }
      return state.memory.isInDoubt
    }
    if isInDoubt { forgetWhatIsGone() }
    guard var hello = settings.hello else { return }
    hello.ts = host.now()
    await say(hello, as: .hello, expirySeconds: nil)
    await sayPresence()
  }

  /// The broker replays what it holds at once; five seconds are long enough for a slow link. One that has not even the bridge's status has lost
  /// all of it: then the bridge is waited for, a minute long, and for what it says after that.
  private func forgetWhatIsGone() {
    let link = state.withLock(\.links)
    Task { [weak self, host] in
      var isNews = false
      for _ in 0..<12 {
        guard (try? await host.wait(.seconds(5))) != nil else { return }
        let isUnheard = self?.state.withLock { $0.memory.isUnconfirmed(.bridgeStatus) } ?? false
        if !isUnheard, !isNews { break }
        isNews = isUnheard
      }
      self?.state.withLock { state in
        // Without a link nobody can say it: the next one is asked.
        guard state.links == link, state.isOnline else { return }
        for message in state.memory.forgetUnconfirmed() { state.handOver(message) }
      }
    }
  }

  private func sayPresence() async {
    let (session, isInFront) = state.withLock { ($0.session, $0.isInFront) }
    guard var present = presence(session, online: true) else { return }
    present.foreground = isInFront
    await say(present, as: .presence, expirySeconds: nil)
  }

  /// `nil`: the client is a tool, and says nothing of the kind.
  private func presence(_ session: MessageID?, online: Bool) -> Presence? {
    guard settings.hello != nil, let session else { return nil }
    return Presence(online: online, session: session, ts: host.now())
  }

  /// What the bridge asks for again where it is lost.
  private func say(_ document: some Document, as kind: Topic.Up, expirySeconds: UInt32?) async {
    guard let publication = publication(document, as: kind, expirySeconds: expirySeconds) else { return }
    try? await transport.publish(publication)
  }

  private func publication(
    _ document: some Document, as kind: Topic.Up, expirySeconds: UInt32?
  ) -> ClientPublication? {
    (try? DocumentCodec.encode(document)).map {
      ClientPublication(
        topic: settings.tree.text(.up(settings.device, kind)), payload: $0, isRetained: kind.isRetained,
        expirySeconds: expirySeconds)
    }
  }
}

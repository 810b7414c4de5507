package import HostSystem
package import MQTTTypes

/// An MQTT client whose owner runs the loop: wait, ``service(at:)``, ``read(limit:)``, commit, ``flush()``.
///
/// Acknowledgements of QoS 1 messages leave with ``flush()`` and nowhere else, so a message is the broker's until the
/// owner has committed what it caused. Connecting happens on a thread of its own and never holds up the loop;
/// afterwards there is no other thread. Nothing is published offline: what waits, waits in the owner's outbox.
///
/// Not `Sendable`: one thread makes, uses and ends it.
package final class MosquittoClient {
  package let settings: Settings
  /// Held strongly until ``disconnect(_:within:)``.
  package var handler: (any MosquittoHandler)? {
    get { context?.handler }
    set { context?.handler = newValue }
  }
  package internal(set) var link: LinkState = .offline(.starting)

  enum Phase {
    case idle
    case waiting(until: Int64)
    case connecting(ConnectJob)
    /// CONNECT is under way.
    case answering(until: Int64)
    /// The broker has let us in; see ``looks``.
    case looking(LinkFacts, until: Int64)
    case online(since: Int64)
    case ended
  }
  var phase = Phase.idle
  /// When the last attempt to connect began.
  var attemptedAt = Int64.min
  /// A new link begins with a look: one filter is asked for together with CONNECT, and nothing else leaves, no acknowledgement either,
  /// before ``goOnline()``. So what the broker kept for us is still the broker's, should the owner leave it there (``stayAway(for:)``).
  package var look: Look?
  /// `nil` while an attempt to connect holds it, and after the end.
  var handle: MosquittoHandle?
  private(set) var context: CallbackContext?
  let bell: WakeDescriptor
  var jitter: any RandomNumberGenerator
  var backoff: Backoff
  var version: VersionChoice
  var underWay = PublicationWindow()
  var subscriptions = SubscriptionBook()
  /// Set by the callback of a broken link: MQTT 5's reason (≥ 128) or libmosquitto's code.
  var disconnectReason: Int32?
  /// As of the last ``service(at:)``.
  var now: Int64
  var nextKeepAliveCheck = Int64.max
  var keepAliveCheckMilliseconds: Int64 = 15_000

  /// - Throws: ``MosquittoError/invalidSetting(_:_:)``, ``MosquittoError/noResources(_:)``. Whether there is a broker is no matter here.
  package init(
    settings: Settings, handler: (any MosquittoHandler)? = nil,
    jitter: any RandomNumberGenerator = HostRandom()
  ) throws(MosquittoError) {
    guard settings.reach.keepAliveSeconds == 0 || (5...65_535).contains(settings.reach.keepAliveSeconds)
    else {
      throw .invalidSetting("keep_alive", "0 or 5 to 65535 seconds")
    }
    do { bell = try WakeDescriptor() } catch { throw .noResources(error.description) }
    self.settings = settings
    self.jitter = jitter
    backoff = settings.backoff
    version = VersionChoice(settings.reach.version)
    now = HostClock.uptimeMilliseconds()
    let context = CallbackContext(client: self, payloadBytesMax: settings.payloadBytesMax)
    context.handler = handler
    self.context = context
    let handle = try MosquittoHandle.make(settings, context: context)
    try handle.prepare(version.current, settings)
    self.handle = consume handle
  }

  package var isOnline: Bool {
    if case .online = phase { true } else { false }
  }

  package var isLooking: Bool {
    if case .looking = phase { true } else { false }
  }

  /// QoS 1 publications handed over and not acknowledged. They survive a broken link: libmosquitto sends them again.
  package var inFlight: Int { underWay.unacknowledged.count }

  /// How many of them may be under way: as many as the broker takes, and no more than ``Settings/inFlightMax``.
  package internal(set) var window = 1

  /// Whether ``publish(_:)`` takes a message of QoS 1.
  package var canPublish: Bool { isOnline && inFlight < window }

  /// QoS 0 messages that a stalled network may hold up.
  var hasRoomUnwritten: Bool { underWay.unwritten < 256 }

  /// What to wait for: one descriptor or none. It changes with every phase, so ask before every wait.
  package var pollEntry: PollEntry? {
    switch phase {
    case .idle, .waiting, .ended: return nil
    case .connecting(let job): return PollEntry(job.bell.descriptor, .readable)
    case .answering, .looking, .online:
      guard let socket = handle?.socket else { return nil }
      // Only while something waits: an empty socket is always writable. In a handshake CONNECT waits for the broker's words,
      // and from 2.0.15 on the library says that it wants to write for as long.
      let isWriting = isHoldingBack && !isShakingHands && !isLooking
      return PollEntry(socket, isWriting ? [.readable, .writable] : .readable)
    }
  }

  /// The uptime (milliseconds) by which ``service(at:)`` must be called; `Int64.max`: nothing is due.
  package var nextDeadline: Int64 {
    switch phase {
    case .idle, .connecting, .ended: .max
    case .waiting(let until), .looking(_, let until): until
    // Should the handshake itself wait for the network to take bytes, it is tried again at a pace.
    case .answering(let until): isShakingHands ? min(until, now + Self.handshakeMilliseconds) : until
    case .online: nextKeepAliveCheck
    }
  }

  /// Begins: the first attempt is made by the next ``service(at:)``.
  package func start() {
    if case .idle = phase { phase = .waiting(until: .min) }
  }

  /// Reads what has arrived, at most about `limit` messages, and tells the handler of each. Acknowledges nothing.
  ///
  /// - Returns: how many messages were delivered.
  @discardableResult
  package func read(limit: Int = 256) -> Int {
    guard let context else { return 0 }
    let before = context.messages
    var barren = 0
    while barren < Library.barrenReadsToStop, context.messages - before < limit {
      let calls = context.calls
      guard isConnected, let code = handle?.read() else { break }
      barren = context.calls == calls ? barren + 1 : 0
      if code != 0 || handle?.socket == nil || hangsInHandshake { linkBroke(code) }
    }
    return context.messages - before
  }

  /// Writes what is queued, acknowledgements among it, as far as the network takes it.
  package func flush() {
    guard isConnected, !isLooking, isHoldingBack, let code = handle?.write() else { return }
    if code != 0 || handle?.socket == nil { linkBroke(code) }
  }

  /// One turn without a commit between reading and acknowledging: for tools that keep nothing.
  package func turn(timeout: Duration) {
    var entries = pollEntry.map { [$0] } ?? []
    let milliseconds =
      timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
    HostPoll.wait(&entries, until: min(nextDeadline, HostClock.uptimeMilliseconds() + milliseconds))
    service(at: HostClock.uptimeMilliseconds())
    read()
    flush()
  }

  /// The library overlooks a broker that closes during the TLS handshake; `poll` would return at once for ever.
  private var hangsInHandshake: Bool {
    isShakingHands && handle?.isHungUp == true
  }

  private var isShakingHands: Bool {
    guard settings.reach.tls != nil, case .answering = phase else { return false }
    return true
  }

  private static let handshakeMilliseconds: Int64 = 50

  /// Something waits to be written.
  var isHoldingBack: Bool { handle?.wantsWrite == true }

  /// There is a connection, whether or not the broker has let us in.
  var isConnected: Bool {
    switch phase {
    case .answering, .looking, .online: true
    case .idle, .waiting, .connecting, .ended: false
    }
  }

  func dropContext() {
    context?.handler = nil
    context = nil
  }
}

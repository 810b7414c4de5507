package import LoamKit
internal import Synchronization

/// One connection at the broker for several devices: each has a client of its own, which sees a transport of its own.
///
/// Presence is not passed on: a connection has one last will, and what nobody takes back when the process dies would be a lie.
package final class Switchboard: Sendable {
  private let trunk: any ClientTransport
  private let link: ClientLink
  private let tree: TopicTree
  private let count: Int
  /// Told what the broker does not allow, and when the link breaks: nothing else would show it.
  private let tell: @Sendable (String) -> Void
  private let shared = Mutex(Shared())

  /// A registration, as it came.
  typealias Registration = (device: DeviceName, payload: [UInt8])
  private let registrations: AsyncStream<Registration>.Continuation
  /// What apps hand over; beyond the bound it is sent again by who gets no answer.
  let heard: AsyncStream<Registration>
  private let connections: AsyncStream<Void>.Continuation
  /// That the broker has let us in, once more.
  let online: AsyncStream<Void>

  private struct Shared: Sendable {
    var ports: [DeviceName: AsyncStream<TransportEvent>.Continuation] = [:]
    var listening: Task<Void, Never>?
    /// How the channels stand, as it was shown last.
    var shown: [UInt8] = []
  }

  package init(
    _ trunk: any ClientTransport, clientID: String, tree: TopicTree, devices: [DeviceName],
    hearsRegistrations: Bool = false,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.tell = tell
    self.trunk = trunk
    self.tree = tree
    count = devices.count
    (heard, registrations) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(256))
    (online, connections) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    link = ClientLink(
      clientID: clientID, sessionSeconds: 604_800,
      subscriptions: [
        tree.everythingOfTheBridge, tree.root + "/state/category/+", tree.root + "/state/control/+",
        tree.root + "/state/activity/+",
      ]
        + devices.map(tree.everythingDown)
        + (hearsRegistrations ? [tree.everyUp(.push), tree.text(.glance)] : []),
      will: ClientPublication(topic: tree.text(.channels), payload: [], isRetained: true))
  }

  package func port(of device: DeviceName) -> any ClientTransport { Port(board: self, device: device) }

  /// The connection begins when the last device listens: what waits at the broker for one of them comes at once.
  fileprivate func connect(_ device: DeviceName) -> AsyncStream<TransportEvent> {
    let (events, post) = AsyncStream.makeStream(of: TransportEvent.self)
    let isComplete = shared.withLock { shared in
      shared.ports[device] = post
      return shared.ports.count == count && shared.listening == nil
    }
    if isComplete {
      let stream = trunk.connect(link)
      let listening = Task { [weak self] in
        for await event in stream { self?.pass(event) }
      }
      shared.withLock { $0.listening = listening }
    }
    return events
  }

  private func pass(_ event: TransportEvent) {
    let ports = shared.withLock { $0.ports }
    switch event {
    case .offline(let reason): tell("the broker is not reached: \(reason)")
    case .refused(let filter): tell("the broker does not grant '\(filter)'")
    case .forbidden(let topic): tell("the broker does not let this account write to '\(topic)'; see loam.acl")
    case .online: connections.yield()
    case .message: break
    }
    if case .message(let text, let payload) = event, case .up(let device, .push)? = tree.topic(text) {
      registrations.yield((device, payload))
      return
    }
    if case .message(let text, _) = event, case .down(let device, _)? = tree.topic(text) {
      ports[device]?.yield(event)
    } else {
      for port in ports.values { port.yield(event) }
    }
  }

  fileprivate func publish(_ publication: ClientPublication) async throws(ClientError) {
    if case .up(_, .presence)? = tree.topic(publication.topic) { return }
    try await trunk.publish(publication)
  }

  /// Answers a registration, as the bridge answers commands.
  func answer(_ ack: Ack, to device: DeviceName) async {
    guard let payload = try? DocumentCodec.encode(ack) else { return }
    let topic = tree.text(.down(device, .ack))
    try? await trunk.publish(ClientPublication(topic: topic, payload: payload, expirySeconds: 86_400))
  }

  /// Shows everybody how the channels stand.
  func show(_ state: ChannelsState) async {
    guard let payload = try? DocumentCodec.encode(state) else { return }
    shared.withLock { $0.shown = payload }
    await showAgain()
  }

  /// The will of the last connection has emptied it.
  func showAgain() async {
    let payload = shared.withLock { $0.shown }
    guard !payload.isEmpty else { return }
    try? await trunk.publish(
      ClientPublication(topic: tree.text(.channels), payload: payload, isRetained: true))
  }

  /// Tells a device's pages how they register; `nil`: they cannot any more.
  ///
  /// - Returns: whether it has left.
  @discardableResult
  func offer(_ offer: PushOffer?, to device: DeviceName) async -> Bool {
    let payload = offer.flatMap { try? DocumentCodec.encode($0) } ?? []
    do throws(ClientError) {
      try await trunk.publish(
        ClientPublication(topic: tree.text(.down(device, .push)), payload: payload, isRetained: true))
      return true
    } catch {
      return false
    }
  }

  /// For all devices at once.
  package func disconnect() async {
    shared.withLock { $0.shown = [] }
    // A goodbye has no will.
    try? await trunk.publish(ClientPublication(topic: tree.text(.channels), payload: [], isRetained: true))
    await trunk.disconnect()
    for port in shared.withLock({ $0.ports.values.map(\.self) }) { port.finish() }
    registrations.finish()
    connections.finish()
  }
}

private struct Port: ClientTransport {
  let board: Switchboard
  let device: DeviceName

  func connect(_ link: ClientLink) -> AsyncStream<TransportEvent> { board.connect(device) }
  func publish(_ publication: ClientPublication) async throws(ClientError) {
    try await board.publish(publication)
  }
  func disconnect() async {}
}

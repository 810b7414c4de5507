internal import BridgeConfig
internal import GardenCore
package import HostSystem
internal import LoamKit
internal import MQTTTypes
internal import MosquittoClient
internal import Synchronization

/// Hears what bridges at one broker publish for everybody: `bridge/+` and `state/plant/+`. It publishes nothing: there is no call
/// for it here.
///
/// One thread owns it; ``snapshot`` may be read from any.
package final class BridgeSubscriber {
  private let client: MosquittoClient
  private let handler: Handler

  /// What other threads may see.
  package final class Shared: Sendable {
    private let snapshot = Mutex(BridgeSnapshot())
    package init() {}
    package var now: BridgeSnapshot { snapshot.withLock { $0 } }
    /// All but what was counted.
    func forget() {
      snapshot.withLock { snapshot in
        var fresh = BridgeSnapshot()
        fresh.connects = snapshot.connects
        fresh.messages = snapshot.messages
        fresh.unreadable = snapshot.unreadable
        snapshot = fresh
      }
    }
    func change(_ body: (inout BridgeSnapshot) -> Void) { snapshot.withLock { body(&$0) } }
  }

  /// Where bridges speak, and as whom we listen there.
  struct Place: Sendable, Hashable {
    var broker: BrokerSettings
    var account: WebSettings.Account?

    init(_ settings: BridgeSettings) {
      broker = settings.broker
      // Each bridge has an id of its own there; we have none.
      broker.clientID = nil
      account = settings.web.account
    }
  }

  /// - Parameter gardens: each with the base of its topics.
  /// - Throws: what is wrong with the settings.
  init(_ place: Place, gardens: [String: Shared]) throws(WebFailure) {
    var ears: [(tree: TopicTree, shared: Shared)] = []
    for (base, shared) in gardens {
      guard let tree = TopicTree(base: base) else {
        throw WebFailure("bridge.base_topic is no topic")
      }
      ears.append((tree, shared))
    }
    handler = Handler(ears: ears)
    do {
      client = try MosquittoClient(settings: Self.connection(place), handler: handler)
      try client.subscribe(
        ears.flatMap { ear in
          [
            MQTTSubscription(filter: ear.tree.everythingOfTheBridge),
            MQTTSubscription(filter: ear.tree.everyPlant),
          ]
        })
    } catch {
      throw WebFailure("\(error)")
    }
    client.start()
  }

  package var pollEntry: PollEntry? { client.pollEntry }
  package var nextDeadline: Int64 { client.nextDeadline }

  /// Does what is due, and hears what has come.
  package func turn(at uptimeMilliseconds: Int64) {
    client.service(at: uptimeMilliseconds)
    client.read()
    client.flush()
  }

  package func close() { client.disconnect(within: .milliseconds(200)) }

  /// The web process's own account at the bridge's broker; no account, no name.
  private static func connection(_ place: Place) -> MosquittoClient.Settings {
    var wanted = MosquittoClient.Settings(place.broker.reach)
    wanted.username = place.account?.username
    wanted.password = place.account?.password?.revealed
    return wanted
  }

  private final class Handler: MosquittoHandler {
    private let ears: [(tree: TopicTree, shared: Shared)]

    init(ears: [(tree: TopicTree, shared: Shared)]) { self.ears = ears }

    func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
      let isRetained = info.isRetained
      let name = String(decoding: topic.indices.map { topic[$0] }, as: UTF8.self)
      for ear in ears {
        guard let topic = ear.tree.topic(name) else { continue }
        let bytes = payload.indices.map { payload[$0] }
        let now = HostClock.uptimeMilliseconds()
        return ear.shared.change { snapshot in
          snapshot.messages += 1
          take(topic, bytes, isRetained, now, &snapshot)
        }
      }
    }

    private func take(
      _ topic: Topic, _ bytes: [UInt8], _ isRetained: Bool, _ now: Int64, _ snapshot: inout BridgeSnapshot
    ) {
      do {
        switch topic {
        case .bridgeStatus:
          snapshot.status = bytes.isEmpty ? nil : try DocumentCodec.decode(BridgeStatus.self, from: bytes)
          snapshot.heardAt = now
          snapshot.isKept = isRetained
        case .bridgeInfo:
          snapshot.info = bytes.isEmpty ? nil : try DocumentCodec.decode(BridgeInfo.self, from: bytes)
        case .bridgeCounters:
          snapshot.counters = bytes.isEmpty ? nil : try DocumentCodec.decode(BridgeCounters.self, from: bytes)
        case .channels:
          snapshot.channels = bytes.isEmpty ? nil : try DocumentCodec.decode(ChannelsState.self, from: bytes)
        case .plant(let id):
          guard snapshot.plants[id.text] != nil || snapshot.plants.count < GardenPlan.plantsMax else {
            snapshot.unreadable += 1
            return
          }
          snapshot.plants[id.text] =
            bytes.isEmpty ? nil : try DocumentCodec.decode(LoamKit.PlantState.self, from: bytes)
        default: break
        }
      } catch {
        snapshot.unreadable += 1
      }
    }

    private static func words(_ cause: OfflineCause) -> String? {
      switch cause {
      case .starting, .ended: nil
      case .refused(.badCredentials), .refused(.notAuthorized): "\(cause); see web.account"
      default: cause.description
      }
    }

    func linkChanged(to link: LinkState) {
      for ear in ears {
        ear.shared.change { snapshot in
          if case .online = link {
            snapshot.isLinked = true
            snapshot.linkTrouble = nil
            snapshot.connects += 1
          } else {
            snapshot.isLinked = false
            if case .offline(let cause) = link { snapshot.linkTrouble = Self.words(cause) }
          }
        }
      }
    }
  }
}

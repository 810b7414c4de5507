package import BridgeConfig
internal import GardenCore
package import HostSystem
internal import LoamKit
internal import MQTTTypes
internal import MosquittoClient
internal import Synchronization

/// Hears what the bridge publishes for everybody: `bridge/+` and `state/plant/+`. It publishes nothing: there is no call
/// for it here.
///
/// One thread owns it; ``snapshot`` may be read from any.
package final class BridgeSubscriber {
  private let client: MosquittoClient
  private let handler: Handler
  private let shared: Shared

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

  /// Where the bridge speaks, and as whom we listen there.
  package struct Place: Sendable, Hashable {
    var broker: BrokerSettings
    var account: WebSettings.Account?
    var base: String

    package init(_ settings: BridgeSettings) {
      broker = settings.broker
      account = settings.web.account
      base = settings.bridge.baseTopic
    }
  }

  /// - Throws: what is wrong with the settings.
  package init(_ place: Place, shared: Shared) throws(EarFailure) {
    guard let tree = TopicTree(base: place.base) else {
      throw EarFailure(description: "bridge.base_topic is no topic")
    }
    self.shared = shared
    handler = Handler(tree: tree, shared: shared)
    do {
      client = try MosquittoClient(settings: Self.connection(place), handler: handler)
      try client.subscribe([
        MQTTSubscription(filter: tree.everythingOfTheBridge), MQTTSubscription(filter: tree.everyPlant),
      ])
    } catch {
      throw EarFailure(description: "\(error)")
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
    private let tree: TopicTree
    private let shared: Shared

    init(tree: TopicTree, shared: Shared) {
      self.tree = tree
      self.shared = shared
    }

    func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
      let isRetained = info.isRetained
      let name = String(decoding: topic.indices.map { topic[$0] }, as: UTF8.self)
      guard let topic = tree.topic(name) else { return }
      let bytes = payload.indices.map { payload[$0] }
      let now = HostClock.uptimeMilliseconds()
      shared.change { snapshot in
        snapshot.messages += 1
        take(topic, bytes, isRetained, now, &snapshot)
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
      shared.change { snapshot in
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

/// Why the broker cannot be listened to.
package struct EarFailure: Error, Sendable, CustomStringConvertible {
  package let description: String
}

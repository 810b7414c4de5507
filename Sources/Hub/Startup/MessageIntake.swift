package import BridgeConfig
import DeviceFamilies
package import GardenCore
import GardenTopics
import LoamKit
package import MQTTTypes

/// What the bridge hears of devices and people, without the bridge: its routes, decoders and checks, for what is recorded and replayed.
package struct MessageIntake {
  /// Of what devices say up, what moves the garden. The rest asks, tells other apps, or has secrets in it.
  private static let kinds: [Topic.Up] = [.hello, .presence, .action, .set, .activity, .ack]

  /// What came of one message.
  package enum Heard: Sendable, Hashable {
    /// What the config's devices said.
    case devices([Event])
    case person([Event])
    /// With the key and the revision of the notification that it is about, as its device knows that.
    case command(Command, key: String?, revision: Int?)
    /// The config has no such device.
    case stranger
    /// Nothing, and why, in a word or two.
    case nothing(String)
  }

  private var devices: DeviceIntake
  private let contract: ContractIntake
  private let tree: TopicTree

  /// - Throws: ``StartupError``; `BindingProblem`, which ``ConfigFile`` has ruled out for settings that it read.
  package init(_ settings: BridgeSettings) throws {
    guard let tree = TopicTree(base: settings.bridge.baseTopic) else {
      throw StartupError.baseTopic(settings.bridge.baseTopic)
    }
    self.tree = tree
    contract = ContractIntake(tree: tree)
    devices = DeviceIntake(try BridgeDevices(of: settings), apart: tree.all)
  }

  /// All that it can hear.
  package var subscriptions: [MQTTSubscription] {
    let own = Set(Self.kinds.map { tree.everyUp($0) })
    return contract.subscriptions.filter { own.contains($0.filter) } + devices.subscriptions
  }

  /// Levels of the contract's own topics.
  package static let ownLevels = Set(["v1", "d", "up"] + kinds.map(\.rawValue))

  /// The levels that its filters name: all others of a topic are the senders' own.
  package var namedLevels: Set<String> {
    devices.filters.union(subscriptions.compactMap { TopicFilter($0.filter) }).reduce(into: []) {
      names, filter in
      for case .name(let name) in filter.levels { names.insert(String(name)) }
    }
  }

  /// From the next message on ``partLookedAt`` is known.
  package func noteLooks() { devices.noteLooks() }
  /// Of the last message of a device: without the members that no decoder has looked at; `nil`: it has none.
  package var partLookedAt: [UInt8]? { devices.partLookedAt }

  /// A person's device's message, as far as this version knows its members, and without the name of the device; `nil`: it is of another kind.
  package func part(of payload: [UInt8], on topic: String) -> [UInt8]? {
    guard let kind = topic.split(separator: "/").last.flatMap({ Topic.Up(rawValue: String($0)) }) else {
      return nil
    }
    func again<D: Document>(_ type: D.Type, _ change: (inout D) -> Void = { _ in }) -> [UInt8]? {
      guard var document = try? DocumentCodec.decode(type, from: payload) else { return nil }
      change(&document)
      return try? DocumentCodec.encode(document)
    }
    return switch kind {
    case .hello: again(Hello.self) { $0.name = nil }
    case .presence: again(Presence.self)
    case .action: again(ActionMessage.self)
    case .set: again(SetMessage.self)
    case .activity: again(ActivityFeedback.self)
    case .ack: again(Ack.self)
    case .msg, .send, .part, .context, .push, .account, .join: nil
    }
  }

  package mutating func take(
    topic: String, payload: [UInt8], wasRetained: Bool, at now: Moment, calendar: SiteCalendar
  ) -> Heard {
    let bytes = Array(topic.utf8)
    if contract.owns(bytes.span) {
      return person(
        contract.decode(topic: bytes.span, payload: payload.span, wasRetained: wasRetained, at: now), payload)
    }
    var events: [Event] = []
    let unrouted = devices.unrouted
    devices.take(
      topic: bytes.span, payload: payload.span,
      context: DecodeContext(arrival: now.wall, wasRetained: wasRetained, calendar: calendar)
    ) { events.append($0) }
    devices.questions.removeAll()
    return devices.unrouted == unrouted ? .devices(events) : .stranger
  }

  private func person(_ result: CommandDecoder.Result?, _ payload: [UInt8]) -> Heard {
    switch result {
    case .event(.command(let command)):
      let action = try? DocumentCodec.decode(ActionMessage.self, from: payload)
      return .command(command, key: action?.key?.text, revision: action?.rev)
    // The bridge sends again what it could not.
    case .event(.hello(let device, let profile)):
      return .person([.hello(device, profile), .reached(device)])
    case .event(let event): return .person([event])
    case .refusal(let refused): return .nothing("refused as \(refused.code.rawValue)")
    case .ignored(let ignored): return .nothing(ignored.reason.word.replacing("_", with: " "))
    case .question, .join, nil: return .nothing("asks, and moves nothing")
    }
  }
}

internal import DeviceFamilies
internal import GardenCore
internal import MQTTTypes

/// What two gardens of a fleet may not have in common.
package struct GardenClash: Sendable, Hashable {
  /// The files of both, as they were given.
  package var first: String
  package var second: String
  package var words: String
  package var help: String

  package var text: String { "\(first), \(second): error: \(words)\n  = help: \(help)" }

  /// - Parameter gardens: each with its file.
  package static func among(_ gardens: [(file: String, settings: BridgeSettings)]) -> [GardenClash] {
    var seen: [Thing: String] = [:]
    var clashes: [GardenClash] = []
    for (file, settings) in gardens {
      for thing in Thing.all(of: settings) {
        guard let earlier = seen[thing] else {
          seen[thing] = file
          continue
        }
        clashes.append(
          GardenClash(first: earlier, second: file, words: thing.words, help: thing.help))
      }
    }
    return clashes
  }

  /// What only one garden may have.
  private enum Thing: Hashable {
    case tree(base: String, BrokerAddress)
    case client(id: String, BrokerAddress)
    /// What its device is sent.
    case actuator(name: String, [MQTTPublication], BrokerAddress)
    case store(path: String)

    static func all(of settings: BridgeSettings) -> [Thing] {
      let broker = settings.broker.reach.address
      var things: [Thing] = [.tree(base: settings.bridge.baseTopic, broker)]
      if let id = settings.broker.clientID { things.append(.client(id: id, broker)) }
      for binding in settings.actuators {
        let name = settings.plan.actuators[Int(binding.actuator.position)].name
        things.append(.actuator(name: name, binding.restingCommands, broker))
      }
      // A relative one begins in a folder that each service has for itself.
      if settings.store.path.hasPrefix("/") { things.append(.store(path: settings.store.path)) }
      return things
    }

    var words: String {
      switch self {
      case .tree(let base, let broker): "both publish below '\(base)/v1/' at \(broker.text)"
      case .client(let id, let broker): "both have the client id '\(id)' at \(broker.text)"
      case .actuator(let name, _, let broker): "both command the device of '\(name)' at \(broker.text)"
      case .store(let path): "both keep their store in \(path)"
      }
    }

    var help: String {
      switch self {
      case .tree: "give each a site.id of its own"
      case .client: "leave broker.client_id out: each makes one of its own"
      case .actuator: "a valve or heater belongs to one garden, which alone knows how long it is open"
      case .store: "give each a folder of its own"
      }
    }

    static func == (a: Thing, b: Thing) -> Bool {
      switch (a, b) {
      case (.tree(let a, let x), .tree(let b, let y)), (.client(let a, let x), .client(let b, let y)):
        a == b && x == y
      case (.actuator(_, let a, let x), .actuator(_, let b, let y)): a == b && !a.isEmpty && x == y
      case (.store(let a), .store(let b)): a == b
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .tree(let word, let broker), .client(let word, let broker):
        hasher.combine(word)
        hasher.combine(broker)
      case .actuator(_, let commands, let broker):
        hasher.combine(commands)
        hasher.combine(broker)
      case .store(let path): hasher.combine(path)
      }
    }
  }
}

extension ActuatorBinding {
  /// What its device is sent to be at rest: two that are sent the same are one device. Empty: it is known only at the broker.
  var restingCommands: [MQTTPublication] {
    guard let driver = try? Families.makeDriver(self) else { return [] }
    return driver.publications(for: isValve ? .close : .setpoint(20))
  }
}

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
      for (thing, words, help) in things(of: settings) {
        guard let earlier = seen[thing] else {
          seen[thing] = file
          continue
        }
        clashes.append(GardenClash(first: earlier, second: file, words: words, help: help))
      }
    }
    return clashes
  }

  /// What only one garden may have.
  private enum Thing: Hashable {
    case tree(base: String, BrokerAddress)
    case client(id: String, BrokerAddress)
    /// By what it is sent.
    case device([MQTTPublication], BrokerAddress)
    case store(path: String)
  }

  private static func things(
    of settings: BridgeSettings
  ) -> [(thing: Thing, words: String, help: String)] {
    let broker = settings.broker.reach.address
    let base = settings.bridge.baseTopic
    var things: [(thing: Thing, words: String, help: String)] = [
      (
        .tree(base: base, broker), "both publish below '\(base)/v1/' at \(broker.text)",
        "give each a site.id of its own"
      )
    ]
    if let id = settings.broker.clientID {
      things.append(
        (
          .client(id: id, broker), "both have the client id '\(id)' at \(broker.text)",
          "leave broker.client_id out: each makes one of its own"
        ))
    }
    for binding in settings.actuators where !binding.restingCommands.isEmpty {
      let name = settings.plan.actuators[Int(binding.actuator.position)].name
      things.append(
        (
          .device(binding.restingCommands, broker),
          "both command the device of '\(name)' at \(broker.text)",
          "a valve or heater belongs to one garden, which alone knows how long it is open"
        ))
    }
    // A relative one begins in a folder that each service has for itself.
    let store = settings.store.path
    if store.hasPrefix("/") {
      things.append(
        (.store(path: store), "both keep their store in \(store)", "give each a folder of its own"))
    }
    return things
  }
}

extension ActuatorBinding {
  /// What its device is sent to be at rest: two that are sent the same are one device. Empty: it is known only at the broker.
  var restingCommands: [MQTTPublication] {
    guard let driver = try? Families.makeDriver(self) else { return [] }
    return driver.publications(for: isValve ? .close : .setpoint(20))
  }
}

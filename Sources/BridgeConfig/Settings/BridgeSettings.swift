package import DeviceFamilies
package import GardenCore
package import MQTTTypes

/// A config file that was read and found good: typed and complete.
package struct BridgeSettings: Sendable, Hashable {
  package var broker: BrokerSettings
  package var bridge: BridgePlaceSettings
  /// `nil`: no such section; Home Assistant is nobody.
  package var homeAssistant: HomeAssistantSettings?
  /// IANA name; `nil`: the host's zone. The shell puts the zone's table into `plan.site.calendar`.
  package var timeZoneName: String?
  /// For devices that say no language themselves: a tag such as `en`.
  package var language: String
  /// Temperatures for devices that say no unit themselves are °F.
  package var usesFahrenheit: Bool
  package var store: StoreSettings
  package var log: LogSettings
  package var web: WebSettings
  package var push: PushSettings
  /// In the order of `plan.sensors`.
  package var sensors: [SensorBinding]
  /// In the order of `plan.actuators`.
  package var actuators: [ActuatorBinding]
  /// Interlocks with a topic.
  package var interlocks: [InterlockBinding]
  package var plan: GardenPlan
  /// Files that the config includes, by their paths from its folder.
  package var included: [String]
  /// What is probably not meant, for the log.
  package var warnings: [Diagnostic]
}

package struct BrokerSettings: Sendable, Hashable {
  package var host: String
  package var port: Int
  /// Path of a Unix socket; where it is set, host and port are not used.
  package var socket: String?
  package var tls: BrokerTLS?
  package var username: String?
  package var password: Secret?
  /// `nil`: the bridge makes one of its own and keeps it in the store.
  package var clientID: String?
  /// By which the commands of this machine reach the broker; `nil`, or not there: as the bridge does.
  package var commandsSocket: String?
  /// As whom they come without that socket.
  package var commandsAccount: CommandsAccount?
  package var keepAlive: Duration
  package var version: VersionPolicy
  /// `nil`: no device is let in beside those of the file.
  package var accounts: AccountSettings?

  /// How the broker is reached, by the bridge and by all who ask beside it.
  package var reach: BrokerReach {
    BrokerReach(
      address: socket.map { .unixSocket(path: $0) } ?? .tcp(host: host, port: UInt16(clamping: port)),
      tls: tls, keepAliveSeconds: Int(keepAlive.wholeSeconds), version: version)
  }

  /// By what the broker knows the bridge, as far as the file says it.
  package var name: String { clientID ?? username ?? "loam" }
}

/// An account of which the owner says that a command may use it while the bridge is connected. Its password is read by the command.
package struct CommandsAccount: Sendable, Hashable {
  package var username: String
  package var passwordFile: String?
}

/// How a device that is let in while the bridge runs reaches the broker.
package struct AccountSettings: Sendable, Hashable {
  package var host: String
  package var port: Int
  package var isEncrypted: Bool
}

package struct BridgePlaceSettings: Sendable, Hashable {
  /// First level or levels of our topics: `<baseTopic>/v1/…`.
  package var baseTopic: String
  /// The device as which `loam answer`, `set` and `water` speak; `nil`: there is none.
  package var commandLineDevice: DeviceID?
  package var name: String
  /// `site.id`: what tells the garden apart from others at its broker; `nil`: it is alone.
  package var garden: String?
}

package struct HomeAssistantSettings: Sendable, Hashable {
  /// `false`: what was announced before is taken away.
  package var announces: Bool
  /// Its discovery prefix: one level or several, no wildcard.
  package var prefix: String
  /// Its device in our contract, which is in the plan's people.
  package var device: DeviceID
  /// Address of Loam's page, ending in `/`; `nil`: nothing in the file says it.
  package var page: String?
}

package struct StoreSettings: Sendable, Hashable {
  /// Folder of the databases. Relative to `$STATE_DIRECTORY` where that is set, else to the working folder.
  package var path: String
  package var historyDays: Int
  package var bytesMax: Int64
}

package struct LogSettings: Sendable, Hashable {
  package enum Level: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error
  }
  package enum Form: String, Sendable, Hashable, CaseIterable { case text, json }
  package var level: Level
  package var form: Form
}

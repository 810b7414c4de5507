import ArgumentParser
import BridgeConfig
import HostSystem
import LoamKit
import LoamMosquitto
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// Which bridge a client command talks to, and as whom.
struct BridgeOptions: ParsableArguments {
  @OptionGroup var config: ConfigOption

  @Option(
    help: "The broker's host. Without it (and without --port) the config file says where the broker is.")
  var host: String?

  @Option(help: "The broker's port.")
  var port: Int?

  @Option(help: "The MQTT user name. Default: the device.")
  var username: String?

  @Option(help: "A file whose first line is the password.", completion: .file())
  var passwordFile: String?

  @Option(help: "The first level of the bridge's topics ('base_topic' of its config).")
  var base: String?

  @Option(name: .customLong("as"), help: "The registered device to speak as.")
  var device: String?

  @Option(help: "How many seconds to wait for the bridge.")
  var timeout: Int = 5

  func validate() throws {
    if let port, !(1...65_535).contains(port) { throw ValidationError("--port is 1 to 65535") }
    if !(1...600).contains(timeout) { throw ValidationError("--timeout is 1 to 600 seconds") }
  }

  /// Where the bridge is: the config's broker unless host or port are named.
  func place() throws -> BridgePlace {
    let settings = host == nil && port == nil ? try config.read(for: .bridge) : nil
    let name = device ?? settings?.bridge.commandLineDevice ?? "cli"
    guard let device = DeviceName(name) else {
      throw ValidationError("'\(name)' is no device name: small letters, digits and hyphens")
    }
    guard let tree = TopicTree(base: base ?? settings?.bridge.baseTopic ?? "plants") else {
      throw ValidationError("'\(base ?? "")' is no topic")
    }
    return BridgePlace(
      tree: tree, device: device, settings: try beside(settings).connection(), configPath: config.path,
      timeout: .seconds(timeout))
  }

  /// The broker with the config's own account, under a client id that the broker makes.
  static func connection(
    _ broker: BrokerSettings?, host: String? = nil, port: Int? = nil, commandsSocket: String? = nil
  ) -> MosquittoClient.Settings {
    var reach =
      broker?.reach
      ?? BrokerReach(address: .tcp(host: host ?? "localhost", port: UInt16(clamping: port ?? 1883)))
    if let commandsSocket {
      reach.address = .unixSocket(path: commandsSocket)
      reach.tls = nil
    }
    var settings = MosquittoClient.Settings(reach)
    settings.username = broker?.username
    settings.password = broker?.password?.revealed
    return settings
  }
}

struct BridgePlace {
  var tree: TopicTree
  var device: DeviceName
  var settings: MosquittoClient.Settings
  var configPath: String
  var timeout: Duration

  var noBridge: String {
    "no bridge has spoken under '\(tree.root)' on this broker; is `loam run` connected to it?"
  }

  var broker: BrokerName { BrokerName(address: settings.reach.address, configPath: configPath) }

  /// A tool beside the device whose name it has: it says no hello for it, and the broker keeps nothing for it.
  func client(host: ClientHost) throws -> (LoamClient, MosquittoTransport) {
    var wishes = LoamClient.Settings(device: device, tree: tree)
    wishes.keepsSession = false
    wishes.commandWaits = [timeout, timeout]
    let transport = try MosquittoTransport(settings)
    return (LoamClient(wishes, transport: transport, host: host), transport)
  }
}

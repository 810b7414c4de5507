import ArgumentParser
import BridgeConfig
import GardenCore
import GardenStore
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// A way to the broker beside the bridge, and whose session it may end.
///
/// A broker may give an account one client id, as our settings for mosquitto do: who connects as the bridge then ends its session, with all
/// that waits in it, and nobody learns that before it has happened.
struct WayBeside {
  var settings: MosquittoClient.Settings
  /// By which words the broker knows somebody else so; `nil`: nobody.
  var whose: String?

  /// By the config's socket for commands, else as its account for commands, else as the bridge's.
  init(_ config: BridgeSettings?) throws {
    let broker = config?.broker
    let socket = broker?.commandsSocket.flatMap { HostFile.facts(of: $0) == nil ? nil : $0 }
    settings = BridgeOptions.connection(broker, commandsSocket: socket)
    if socket != nil { return }
    if let account = broker?.commandsAccount {
      settings.username = account.username
      settings.password = try account.passwordFile.flatMap { try Self.firstLine(of: $0) }
    } else if let config {
      whose = Self.whose(settings, config)
    }
  }

  /// As the bridge itself.
  init(asBridge config: BridgeSettings) {
    settings = BridgeOptions.connection(config.broker)
    whose = Self.whose(settings, config)
  }

  /// Whose the account is, as far as the config knows. A bridge that was never here has no session to lose.
  static func whose(_ settings: MosquittoClient.Settings, _ config: BridgeSettings) -> String? {
    guard HostFile.facts(of: "\(config.store.path)/\(GardenStore.stateFile)") != nil else { return nil }
    if settings.reach.tls?.certFile != nil { return "the config's certificate is the bridge's" }
    guard let name = settings.username, name == config.broker.username else { return nil }
    return "the account '\(name)' is the bridge's"
  }

  static func firstLine(of file: String) throws -> String? {
    SecretText.firstLine(of: String(decoding: try HostFile.read(file, limit: 65_536), as: UTF8.self))
  }

  /// - Parameter help: what can be done beside.
  func connection(orElse help: String = "") throws -> MosquittoClient.Settings {
    guard let whose else { return settings }
    throw CommandEnd.saying(
      """
      not connected: \(whose), and the broker may end the session of whoever has it. \
      Name the bridge's config (--config) and another account (--username, --password-file, or 'broker.commands_account' in the config), \
      or run this on the broker's machine with 'broker.commands_socket' in the config.\(help)
      """, .noPermission)
  }
}

extension BridgeOptions {
  /// How to reach the broker beside the bridge: what the options name, else the config, else this machine.
  ///
  /// - Parameter config: also where the options name another broker: its account may be the bridge's all the same.
  func beside(_ config: BridgeSettings?) throws -> WayBeside {
    let isElsewhere = host != nil || port != nil
    var way = try WayBeside(isElsewhere ? nil : config)
    if isElsewhere { way.settings = Self.connection(nil, host: host, port: port) }
    guard let username else { return way }
    way.settings.username = username
    way.settings.password = try passwordFile.flatMap { try WayBeside.firstLine(of: $0) }
    let isSocket = if case .unixSocket = way.settings.reach.address { true } else { false }
    way.whose = isSocket ? nil : config.flatMap { WayBeside.whose(way.settings, $0) }
    return way
  }

  /// The same where the account must be known to be nobody else's: neither the bridge's nor `device`'s.
  func connectionBeside(
    _ config: BridgeSettings?, and device: DeviceID? = nil, orElse help: String = ""
  ) throws -> MosquittoClient.Settings {
    var way = try beside(config)
    if let name = way.settings.username, name == device {
      way.whose = "the account '\(name)' is the device's"
    } else if let name = way.settings.username, config == nil {
      way.whose = "without a config nobody knows whether the account '\(name)' is the bridge's"
    }
    return try way.connection(orElse: help)
  }
}

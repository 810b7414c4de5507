import ArgumentParser
import BridgeConfig
import GardenCore
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

extension BridgeOptions {
  /// How to reach the broker beside the bridge, without an end to anybody's session.
  ///
  /// A broker may give an account one client id, as our settings for mosquitto do: who connects as the bridge then ends its session, and nobody
  /// learns that before it has happened.
  ///
  /// - Parameters:
  ///   - device: whose session must not end either.
  ///   - help: what can be done beside.
  func connectionBeside(
    _ config: BridgeSettings?, and device: DeviceID? = nil, orElse help: String = ""
  ) throws -> MosquittoClient.Settings {
    let isElsewhere = host != nil || port != nil
    let settings = try connection(isElsewhere ? nil : config?.broker)
    let commands = config?.broker.commandsSocket.map { BrokerAddress.unixSocket(path: $0) }
    if settings.reach.address == commands { return settings }
    let whose: String
    if settings.reach.tls?.certFile != nil {
      whose = "the config's certificate is the bridge's"
    } else if let name = settings.username, name == device || name == config?.broker.username {
      whose = "the account '\(name)' is \(name == device ? "the device's" : "the bridge's")"
    } else if let name = settings.username, config == nil {
      whose = "without a config nobody knows whether the account '\(name)' is the bridge's"
    } else {
      return settings
    }
    StandardError.write(
      """
      not connected: \(whose), and the broker may end the session of whoever has it. \
      Name the bridge's config (--config) and another account (--username, --password-file), or run this on the broker's machine with \
      'broker.commands_socket' in the config.\(help)
      """)
    throw ArgumentParser.ExitCode(HostSystem.ExitCode.noPermission)
  }
}

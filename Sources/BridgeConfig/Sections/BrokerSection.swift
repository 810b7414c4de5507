internal import GardenCore
internal import MQTTTypes

/// `broker`: the MQTT broker to which sensors and devices are connected.
struct BrokerSection {
  var settings: BrokerSettings

  private static let versions: [(word: String, value: VersionPolicy)] = [
    ("auto", .automatic), ("5", .only(.v5)), ("3.1.1", .only(.v311)),
  ]

  init(_ keys: Section, _ surroundings: ConfigSurroundings) {
    let host = keys.value(
      "host", .host, default: "localhost", help: "Name or address of the broker.")
    let port = keys.optional(
      "port", .integer(1...65_535, "a port number"), example: "1883",
      help: "Without it: 1883, or 8883 with TLS.")
    let socket = keys.optional(
      "socket", .path(surroundings), example: "/run/mosquitto/mosquitto.sock",
      help: "Unix socket of a broker on this machine; then host and port are not used.")
    let account = PasswordKeys.account(keys, surroundings, .password, example: "loam")
    let client = keys.optional(
      "client_id", .text(upTo: 64), example: "loam",
      help:
        "MQTT client id. Clients with the same id disconnect each other. Without it the bridge makes a secret one and keeps it."
    )
    let commands = keys.optional(
      "commands_socket", .path(surroundings), example: "/run/mosquitto/loam.sock",
      help: "Unix socket by which the commands of this machine reach the broker, if there is one.")
    let commandsAccount = keys.optionalSection(
      "commands_account",
      help:
        "Account of the commands, where they have no socket. The bridge's own will do if the broker lets an account in several times.",
      read: { Self.commandsAccount($0, surroundings) })
    let keepAlive = keys.value(
      "keep_alive", .duration(.seconds(5)...(.minutes(60))), default: .seconds(60),
      help: "After one and a half times this without a packet the broker reports the bridge offline.")
    let version = keys.value(
      "protocol", .words("an MQTT version", Self.versions), default: .automatic,
      help: "MQTT version. auto: 5, and 3.1.1 where the broker refuses it.")
    let tls = keys.section("tls", help: "Encryption between bridge and broker.") {
      Self.tls($0, surroundings)
    }
    let accounts = keys.optionalSection(
      "accounts",
      help:
        "With it an operator lets phones in and puts them out while the bridge runs. The broker must be a mosquitto with its dynamic security plugin, and obey the bridge.",
      read: AccountKeys.read)
    if let socket, let port {
      keys.problems.warning(
        at: port.position,
        "broker.port is not used, because broker.socket is set in \(keys.problems.line(socket.position))")
    }
    settings = BrokerSettings(
      host: host.value, port: port?.value ?? (tls == nil ? 1883 : 8883), socket: socket?.value, tls: tls,
      username: account?.username.value, password: account?.password?.value, clientID: client?.value,
      commandsSocket: commands?.value,
      commandsAccount: commandsAccount ?? nil, keepAlive: keepAlive.value, version: version.value,
      accounts: accounts ?? nil)
  }

  private static func commandsAccount(
    _ keys: Section, _ surroundings: ConfigSurroundings
  ) -> CommandsAccount? {
    let username = keys.required(
      "username", .text(upTo: 256), example: "loam-commands", help: "User name at the broker.")
    let file = keys.optional(
      "password_file", .secretFile(surroundings), example: "/etc/loam/commands-password",
      help: "File whose first line is the password. Whoever runs the command must be able to read it.")
    return username.map { CommandsAccount(username: $0.value, passwordFile: file?.value) }
  }

  private static func tls(_ keys: Section, _ surroundings: ConfigSurroundings) -> BrokerTLS? {
    let enabled = keys.value("enabled", .flag, default: false, help: "Whether the connection is encrypted.")
    let ca = keys.optional(
      "ca_file", .path(surroundings), example: "/etc/loam/ca.pem",
      help: "Certificate of the authority that signed the broker's. Without it: the system's authorities.")
    let certificate = keys.optional(
      "certificate_file", .path(surroundings), example: "/etc/loam/loam.pem",
      help: "Our own certificate, where the broker asks for one.")
    let key = keys.optional(
      "key_file", .path(surroundings), example: "/etc/loam/loam.key", help: "The key to our own certificate.")
    let verifies = keys.value(
      "verify_host", .flag, default: true,
      help: "Whether the broker's certificate must be for its host name.")
    let written = [ca?.position, certificate?.position, key?.position].compactMap { $0 }.first
    if !enabled.value, let written {
      keys.problems.error(
        at: written, "broker.tls has files but is not enabled", help: "add 'enabled: true'")
    }
    if (certificate == nil) != (key == nil), let one = certificate ?? key {
      keys.problems.error(
        at: one.position, "broker.tls needs certificate_file and key_file together, or neither")
    }
    guard enabled.value else { return nil }
    return BrokerTLS(
      caFile: ca?.value, certFile: certificate?.value, keyFile: key?.value, isInsecure: !verifies.value)
  }
}

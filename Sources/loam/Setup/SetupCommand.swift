import ArgumentParser
import BridgeConfig
import GardenSetup
import HostSystem
import MQTTTypes

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Find the broker and the probes, write the config and start Loam.",
    discussion: """
      Asks nothing that it can find out. Every file is shown before it is written. A config that is there is never replaced: probes \
      that it lacks are added, a copy is kept. A broker that others use stays as it is. Run it as often as you like.

        loam setup
        loam setup --broker pi.local --username loam --password-file secret.txt
        loam setup --yes

      Without root it says what it would do. It exits 69 if there is no broker, and 77 if the broker or this machine does not let it.
      """)

  @Option(help: "The config to write. Default: $LOAM_CONFIG, else /etc/loam/loam.yaml.", completion: .file())
  var config: String?
  @Option(
    name: [.customLong("broker"), .customLong("host")],
    help: "Where the broker is: HOST or HOST:PORT. Default: this machine.")
  var broker: String?
  @Option(help: "The broker's port.") var port: Int?
  @Flag(help: "The broker speaks TLS, with a certificate that this machine trusts.") var tls = false
  @Option(
    name: .customLong("tls-ca"),
    help: "The broker speaks TLS: the file of the authority that signed its certificate.",
    completion: .file())
  var authority: String?
  @Option(help: "The account that Loam has at a broker elsewhere.") var username: String?
  @Option(help: "A file whose first line is its password.", completion: .file()) var passwordFile: String?
  @Option(help: "The account that the page has there.") var webUsername: String?
  @Option(help: "A file whose first line is its password.", completion: .file())
  var webPasswordFile: String?
  @Option(
    name: [.customLong("listen"), .customLong("for"), .customLong("seconds")],
    help: "How long to listen for probes: 30s, 5min.")
  var time = LengthOfTime.halfMinute
  @Option(help: "The folder of this machine's mosquitto.", completion: .directory)
  var mosquittoDir = "/etc/mosquitto"
  @Option(help: "The port at which pages in a browser reach the broker.") var pagePort = 9001
  @Option(
    help:
      "Where that is for the page, if it is not that port: a ws:// or wss:// address, or behind a proxy a path."
  )
  var pageBroker: String?
  @Option(help: "The socket by which commands on this machine reach the broker.")
  var commandsSocket = "/run/mosquitto/loam.sock"
  @Flag(help: "Ask no questions: everything that is offered is done.") var yes = false

  var configPath: String {
    if let config { return config }
    let named = HostProgram.variable("LOAM_CONFIG") ?? ""
    return named.isEmpty ? "/etc/loam/loam.yaml" : named
  }

  /// The broker as the options name it.
  func reach() throws -> SetupReach {
    var reach = SetupReach(host: "localhost", port: 1883)
    reach.mayMove = port == nil
    if let broker {
      let parts = broker.split(separator: ":", omittingEmptySubsequences: false)
      // With more than one colon it is an address of IPv6.
      reach.host = parts.count == 2 ? String(parts[0]) : broker
      if parts.count == 2 {
        guard let number = Int(parts[1]), port == nil || port == number else {
          throw ValidationError("--broker is HOST or HOST:PORT")
        }
        reach.port = number
        reach.mayMove = false
      }
    }
    if let port { reach.port = port }
    if tls || authority != nil {
      reach.tls = BrokerTLS(caFile: authority)
      if reach.mayMove { reach.port = 8883 }
    }
    reach.username = username
    reach.password = try password()
    return reach
  }

  var ships: ShippedBroker {
    var ships = ShippedBroker()
    ships.folder = mosquittoDir
    ships.port = port ?? broker?.split(separator: ":").last.flatMap { Int($0) } ?? 1883
    ships.pagePort = pagePort
    ships.commandsSocket = commandsSocket
    return ships
  }

  func validate() throws {
    for port in [port, pagePort].compactMap(\.self) where !(1...65_535).contains(port) {
      throw ValidationError("a port is 1 to 65535")
    }
    if webPasswordFile != nil, webUsername == nil {
      throw ValidationError("--web-password-file needs --web-username")
    }
    if passwordFile != nil, username == nil { throw ValidationError("--password-file needs --username") }
    _ = try reach()
  }

  func run() throws {
    var run = try SetupRun(self)
    try run.run()
  }

  private func password() throws -> String? { try passwordFile.map(Self.firstLine) }

  func webPassword() throws -> String? { try webPasswordFile.map(Self.firstLine) }

  private static func firstLine(of file: String) throws -> String {
    guard let line = SetupFiles.text(file).flatMap(SecretText.firstLine) else {
      throw ValidationError("\(file) cannot be read, is empty, or is no UTF-8 text")
    }
    return line
  }
}

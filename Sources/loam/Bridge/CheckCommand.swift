import ArgumentParser
import BridgeConfig
import GardenCore
import HostSystem
import MosquittoClient

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say everything that is wrong with a config file.",
    discussion: """
      Each problem comes with file:line:column, the line, a caret and, where there is one, the nearest valid key. \
      Exits 0 when the bridge would start with it, else 78.

        loam check
        loam check --config garden.yaml
        loam check --broker
      """)

  @OptionGroup var config: ConfigOption

  @Argument(help: "The config file; the same as --config.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String?

  @Flag(help: "Also connect to the broker with the config's account, and say whether it lets the bridge in.")
  var broker = false

  func run() throws {
    var option = config
    if let file { option.config = file }
    let settings = try option.read(secrets: .everyone)
    for warning in settings.warnings { StandardError.write(warning.description) }
    print("\(option.path): good: \(settings.summary)")
    if broker { try ask(settings.broker, path: option.path) }
  }

  private func ask(_ broker: BrokerSettings, path: String) throws {
    let connection = HubOptions.connection(broker)
    let name = BrokerName(address: connection.address, configPath: path, hasOptions: false)
    let account = connection.username.map { "the account '\($0)'" } ?? "a client without an account"
    try name.orExit { () throws(MosquittoError) in
      try MosquittoSession(settings: connection, timeout: .seconds(5)).close()
    }
    print("\(name.text): the broker answers and takes \(account)")
  }
}

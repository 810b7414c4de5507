import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenSetup
import HostSystem
import Hub
import MQTTTypes
import MosquittoClient
import ProgramConfig

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Validate a config file: every error, with line and column.",
    discussion: """
      Each problem comes with file:line:column, the line, a caret and, where there is one, the nearest valid key. \
      Exits 0 when the bridge would start with it, else 78. A garden has at most \(GardenPlan.plantsMax) plants and \
      \(GardenPlan.sensorsMax) sensors, its config 16 MiB. Every key is explained in loam.yaml(5) (`man loam.yaml`).

        loam check
        loam check --config garden.yaml
        loam check --broker
      """)

  @OptionGroup var config: ConfigOption

  @Argument(help: "The config file; the same as --config.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String?

  @Flag(
    help:
      "Also connect to the broker with the config's account, and say whether it lets the bridge in and hear everything."
  )
  var broker = false

  @Flag(help: "Also list the topics that the bridge will subscribe to.") var verbose = false

  func run() throws {
    var option = config
    if let file { option.config = file }
    let settings = try option.read(for: .everyone)
    for warning in settings.warnings { StandardError.write(warning.description) }
    print("\(option.path): good: \(settings.summary)")
    let subscriptions = try Startup.subscriptions(of: settings)
    if verbose {
      print("\(subscriptions.count) subscriptions: \(subscriptions.map(\.filter).joined(separator: ", "))")
    }
    sayUnheard(settings, subscriptions.map(\.filter))
    if broker { try ask(settings, for: subscriptions, path: option.path) }
  }

  /// On this machine's mosquitto, where it has our rights.
  private func sayUnheard(_ settings: BridgeSettings, _ filters: [String]) {
    let (ships, broker) = (ShippedBroker(), settings.broker)
    guard let user = broker.username, ["localhost", "127.0.0.1", "::1"].contains(broker.host),
      HostFile.facts(of: ships.rightsPath) != nil
    else { return }
    let text = SetupFiles.text(ships.rightsPath)
    let lines = ShippedBroker.missing(filters, for: user, in: text ?? ships.rights)
    if lines.isEmpty { return }
    let place =
      text == nil ? "\(ships.rightsPath), which only root can read, may lack" : "\(ships.rightsPath) lacks"
    let who = user == ShippedBroker.account ? "`sudo loam setup` adds" : "Add"
    StandardError.write(
      "warning: \(place) what lets '\(user)' hear all of this config; mosquitto says nothing of it. \(who) below "
        + "'user \(user)': \(lines.joined(separator: "; "))")
  }

  private func ask(_ settings: BridgeSettings, for subscriptions: [MQTTSubscription], path: String) throws {
    let connection = try WayBeside(asBridge: settings).connection(
      orElse: " How the bridge itself does says `loam health`.")
    let name = BrokerName(address: connection.reach.address, configPath: path, hasOptions: false)
    let account = connection.username.map { "the account '\($0)'" } ?? "a client without an account"
    let refusals = try name.orExit { () throws(MosquittoError) in
      let session = try MosquittoSession(settings: connection, timeout: .seconds(5))
      defer { session.close() }
      // Three nodes of NATS elect a leader for each: half a second every time.
      return try session.refusals(of: subscriptions, timeout: .seconds(60))
    }
    print("\(name.text): the broker answers and takes \(account)")
    guard !refusals.isEmpty else { return }
    for (filter, reason) in refusals {
      StandardError.write("\(name.text): the broker refuses the subscription \(filter), reason \(reason)")
    }
    throw CommandEnd.saying(
      "What comes there is not heard. Give \(account) the right to read it.", .unavailable)
  }
}

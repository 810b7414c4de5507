import ArgumentParser
import BridgeConfig
import DeviceFamilies
import GardenSetup
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// One run of `loam setup`, step by step: the broker, the probes, the config, the services, the page.
struct SetupRun {
  /// Whose broker it is.
  enum Broker {
    /// This machine's mosquitto, with our settings.
    case ours
    /// This machine's mosquitto, which nobody has configured.
    case untouched
    case others
  }

  let options: SetupCommand
  let talk: SetupTalk
  let ships: ShippedBroker
  /// What the config says that is there already.
  let present: BridgeSettings?
  var reach: SetupReach
  var broker: Broker
  /// How many clients this machine's broker had before we came.
  let clientsBefore: Int
  /// Passwords that will be in the config's folder, by their file's name.
  var secrets: [String: String] = [:]
  /// Of the page, at a broker that gives it one.
  var webAccount: (username: String, password: String)?
  /// Messages in the last listening.
  var heardCount = 0
  /// Whether this machine's broker was as Debian brings it.
  let wasUntouched: Bool
  /// Whether the page's password was made now.
  var hasNewToken = false

  init(_ options: SetupCommand) throws {
    guard options.yes || SetupTalk.isWatched else {
      throw CommandEnd.saying(
        "there is nobody here to answer; use --yes, or a terminal", .usage)
    }
    self.options = options
    talk = SetupTalk(agrees: options.yes)
    ships = options.ships
    let isThere = HostFile.facts(of: options.configPath) != nil
    present = isThere ? try Self.read(options.configPath) : nil
    reach = try options.reach()
    if let present {
      var way = try WayBeside(present)
      if let name = options.username {
        (way.settings.username, way.settings.password) = (name, reach.password)
        way.whose = WayBeside.whose(way.settings, present)
      }
      // Where nobody listens there is no session to end.
      if HostPort.ask(present.broker.host, present.broker.port) == .open { _ = try way.connection() }
      let written = SetupReach(way, present.broker)
      guard options.broker == nil || (written.host, written.port) == (reach.host, reach.port) else {
        throw CommandEnd.saying(
          "\(options.configPath) names the broker \(written.host):\(written.port). Change it there, or name another file with --config.",
          .usage)
      }
      reach = written
    }
    broker = Self.broker(reach, ships, options)
    wasUntouched = broker == .untouched
    clientsBefore = reach.isHere ? HostNetwork.clientCount(ofPort: reach.port) : 0
  }

  mutating func run() throws {
    if let present {
      talk.say("\(options.configPath) is there, and right. What it says stays as it is.")
      if let untold = present.untold { talk.say("\(options.configPath): \(untold).") }
    }
    if broker == .ours { try completeAccounts() }
    try meetBroker()
    try meetPageAccount()
    var devices = try listen(for: options.time)
    if try offerAccounts(heardNothing: heardCount == 0) {
      devices = try listenAgain() ?? devices
    }
    let hasChanged = try writeConfig(try choose(devices))
    try start(hasChanged: hasChanged)
    showPage()
  }

  var folder: String { HostFile.folder(of: options.configPath) }

  private static func read(_ path: String) throws -> BridgeSettings {
    do throws(ConfigSource.Unreadable) {
      return try ConfigSource(named: path).read(for: .bridge)
    } catch {
      StandardError.write(error.text)
      throw CommandEnd.saying(
        "Nothing was changed. Mend the file, or move it away, and run loam setup again.", error.exitCode)
    }
  }

  private static func broker(_ reach: SetupReach, _ ships: ShippedBroker, _ options: SetupCommand) -> Broker {
    guard reach.isHere else { return .others }
    if HostFile.facts(of: ships.settingsPath) != nil { return .ours }
    // A broker at another port is not the one of that folder, unless it is said.
    guard reach.port == 1883 || options.mosquittoDir != "/etc/mosquitto",
      let main = SetupFiles.text(ships.mainPath),
      ShippedBroker.isUntouched(main: main, included: HostFile.names(in: ships.folder + "/conf.d") ?? [])
    else { return .others }
    return .untouched
  }

  /// Shows the files, asks, and puts them in place.
  ///
  /// - Returns: whether they are in place.
  func put(_ files: SetupFiles, asking question: String) throws -> Bool {
    if files.isEmpty { return true }
    files.show(talk)
    return try put(files) { try talk.agree(question) }
  }

  /// The same once somebody has agreed.
  func put(_ files: SetupFiles, if agrees: () throws -> Bool) throws -> Bool {
    let forbidden = files.forbidden
    if !forbidden.isEmpty {
      throw talk.end(
        "Nothing was changed. To write \(forbidden.joined(separator: ", ")) it needs root: sudo loam setup",
        .noPermission)
    }
    guard try agrees() else { return false }
    try files.apply(talk)
    return true
  }
}

extension SetupReach {
  /// As the commands of this machine reach it, so that the bridge keeps its session.
  init(_ way: WayBeside, _ broker: BrokerSettings) {
    self.init(host: broker.host, port: broker.port)
    tls = broker.tls
    username = way.settings.username
    password = way.settings.password
    if case .unixSocket(let path) = way.settings.reach.address { self.socket = path }
  }
}

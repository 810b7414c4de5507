import ArgumentParser
import Bridge
import BridgeConfig
import FoundationEssentials
import GardenBackup
import GardenSetup
import GardenStore
import HostSystem
import LoamKit
import MQTTTypes
import ProgramConfig
import SQLite

/// What of a garden goes into a backup, and where on this machine it is.
struct GardenFiles {
  /// A picture is the largest.
  private static let smallMax = 4 << 20
  /// What the units of systemd hand to the programs, whether the config names it or not.
  private static let passwords = [
    SetupConfig.passwordFile, SetupConfig.webPasswordFile, SetupConfig.pushPasswordFile,
    SetupConfig.tokenFile,
  ]

  let source: ConfigSource
  let settings: BridgeSettings
  private let config: [UInt8]
  private let folder: String
  private var small: [String: String] = [:]
  private let broker: BrokerFiles
  /// What is left out, a sentence each.
  private(set) var notes: [String] = []

  init(_ source: ConfigSource, mosquitto: String) throws {
    self.source = source
    broker = BrokerFiles(folder: mosquitto)
    folder = HostFile.folder(of: Self.absolute(source.path))
    let bytes = try ConfigSource.orExit(source.bytes)
    let (named, settings) = try ConfigSource.orExit { () throws(ConfigSource.Unreadable) in
      try Self.named(in: bytes, source)
    }
    (config, self.settings) = (bytes, settings)
    let own = Self.passwords(in: folder).filter { HostFile.facts(of: $0) != nil }
    for path in named.union(own).sorted() { add(path) }
  }

  static func passwords(in folder: String) -> [String] { passwords.map { "\(folder)/\($0)" } }

  /// Every file that a config names. Where one with a secret is missing, that is no reason to have no backup.
  ///
  /// - Parameter part: reads the files that it includes; `nil`: from its folder.
  static func named(
    in config: [UInt8], _ source: ConfigSource,
    secret: @escaping (String) -> Result<String, FileUnreadable> = {
      HostFile.facts(of: $0) == nil ? .success(GardenFiles.noSecret) : ConfigSource.secret(path: $0)
    }, part: ((String) -> Result<[UInt8], FileUnreadable>)? = nil
  ) throws(ConfigSource.Unreadable) -> (Set<String>, BridgeSettings) {
    let noted = Noted()
    let settings = try source.settings(
      of: config, for: .everyone,
      secret: { path in
        noted.paths.append(path)
        return secret(path)
      }, part: part)
    let named = noted.paths + settings.included.map(source.path(ofPart:)) + settings.namedFiles
    return (Set(named.map(absolute)), settings)
  }

  private final class Noted { var paths: [String] = [] }

  /// Long enough for each kind of secret.
  static let noSecret = String(repeating: "-", count: 64)

  static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

  /// Only what lies beside the config: elsewhere it belongs to others, as a certificate does to who renews it.
  private mutating func add(_ path: String) {
    let name = BackupName.config + path.dropFirst(folder.count + 1)
    guard let facts = HostFile.facts(of: path) else {
      return notes.append("\(path) is named in the config, and is not there")
    }
    guard path.hasPrefix(folder + "/"), BackupName.isGood(name), facts.kind == .regular,
      facts.bytes <= Self.smallMax
    else {
      return notes.append(
        "\(path) is left out: only files in \(folder) that are not hidden, of 4 MB at most, are taken along")
    }
    if let start = HostFile.start(of: path, count: 4), BackupReader.isProgram(name, start) {
      return notes.append("\(path) is left out: it is a program")
    }
    small[name] = path
  }

  private var databases: [String: String] {
    let store = settings.store.path
    var all = [GardenStore.stateFile, GardenStore.historyFile].map {
      (BackupName.store + $0, "\(store)/\($0)")
    }
    all.append((BackupName.push + PushStoreForm.file, "\(settings.pushFolder)/\(PushStoreForm.file)"))
    return Dictionary(all) { first, _ in first }
  }

  /// About so many.
  var bytes: Int {
    databases.values.flatMap { [$0, $0 + "-wal"] }.compactMap { HostFile.facts(of: $0)?.bytes }.reduce(0, +)
  }

  /// Reads and copies everything. History first, then state, then what `loam-push` has: of two, the later one knows what the earlier one
  /// relies on.
  func collect(in staging: StagingFolder) throws -> (BackupManifest, [String: BackupWriter.Source]) {
    let name = source.path.split(separator: "/").last.map(String.init) ?? "loam.yaml"
    let now = Int(HostClock.now().wallMilliseconds / 1000)
    var manifest = BackupManifest(
      loam: Release.version, made: now, machine: HostProcess.machine, config: name)
    var sources: [String: BackupWriter.Source] = [:]
    for (name, path) in databases.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix(BackupName.push), HostFile.facts(of: path) == nil { continue }
      let copy = "\(staging.path)/\(name.split(separator: "/").joined(separator: "-"))"
      do throws(StoreError) {
        manifest.steps[name] = try StoreBackup.copy(path, to: copy)
      } catch {
        throw BackupEnd.saying(error)
      }
      sources[name] = .file(copy)
    }
    sources[BackupName.config + name] = .bytes(config)
    manifest.files[BackupName.config + name] = Self.facts(source.path)
    for (name, path) in small.merging(broker.files, uniquingKeysWith: { $1 }) {
      guard let bytes = try? HostFile.read(path, limit: Self.smallMax) else {
        throw BackupEnd.saying(
          "\(path): not permitted to read it; try it with sudo", .noPermission)
      }
      sources[name] = .bytes(bytes)
      manifest.files[name] = Self.facts(path)
    }
    return (manifest, sources)
  }

  private static func facts(_ path: String) -> BackupManifest.File {
    BackupManifest.File(mode: HostFile.mode(of: path) ?? 0o600, user: HostUser(owning: path)?.name)
  }
}

/// What loam gave to a mosquitto on this machine.
struct BrokerFiles {
  static let accounts = "accounts.json"
  /// Where Debian has mosquitto's plugin, by the kind of machine.
  static var plugin: String? {
    ["x86_64", "aarch64", "arm"].lazy.map {
      "/usr/lib/\($0)-linux-gnu\($0 == "arm" ? "eabihf" : "")/mosquitto_dynamic_security.so"
    }.first { HostFile.facts(of: $0) != nil }
  }

  /// Accounts of phones give rights over the garden's own topics, as the bridge gives them, and nobody has any without a role.
  static func hold(_ accounts: [UInt8], base: String) throws(BrokerBackup.Refusal) {
    let document = JSON(reading: accounts)
    guard case .list(let roles)? = document["roles"] else {
      throw BrokerBackup.Refusal(text: "its broker/accounts.json is none")
    }
    let defaults = document["defaultACLAccess"]
    guard ["publishClientSend", "publishClientReceive", "subscribe"].allSatisfy({ defaults?[$0] == false })
    else {
      throw BrokerBackup.Refusal(text: "its broker/accounts.json gives rights to everybody")
    }
    for role in roles {
      guard case .list(let rights)? = role["acls"] else { continue }
      for right in rights where right["allow"] != false {
        guard case .text(let topic)? = right["topic"], topic.hasPrefix("\(base)/v1/") else {
          throw BrokerBackup.Refusal(text: "its broker/accounts.json gives rights over more than the garden")
        }
      }
    }
  }

  let ships: ShippedBroker

  init(folder: String) {
    var ships = ShippedBroker()
    ships.folder = folder
    self.ships = ships
  }

  /// Where each file of a backup is at home.
  var places: [String: String] {
    [
      BackupName.broker + "loam.conf": ships.settingsPath, BackupName.broker + "loam.acl": ships.rightsPath,
      BackupName.broker + "loam.passwd": ships.passwordsPath,
    ]
  }

  /// Those that are there; accounts of phones that were let in where our settings name their file. Source: mosquitto.conf(5), plugin_opt_.
  var files: [String: String] {
    var files = places
    let lines = (SetupFiles.text(ships.settingsPath) ?? "").split(separator: "\n").map {
      $0.split(separator: " ")
    }
    let phones = lines.first { $0.count == 2 && $0[0] == "plugin_opt_config_file" }?[1]
    files[BackupName.broker + Self.accounts] = phones.map(String.init)
    return files.filter { HostFile.facts(of: $0.value) != nil }
  }
}

extension BridgeSettings {
  /// Files that the config names beside those with passwords.
  fileprivate var namedFiles: [String] {
    var files = [
      broker.tls?.caFile, broker.tls?.certFile, broker.tls?.keyFile, web.tls?.certificateFile,
      web.tls?.keyFile,
    ]
    for channel in push.channels {
      switch channel.way {
      case .apns(let apns): files.append(apns.authorities)
      case .web(let web): files.append(web.authorities)
      case .telegram, .ntfy, .webhook: break
      }
    }
    return files.compactMap(\.self) + web.photos.values
  }
}

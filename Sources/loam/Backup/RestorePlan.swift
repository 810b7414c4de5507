import ArgumentParser
import BridgeConfig
import FoundationEssentials
import GardenBackup
import GardenSetup
import GardenStore
import HostSystem
import LoamKit
import ProgramConfig
import StoreFiles

/// Where each file of a backup goes on this machine.
struct RestorePlan {
  struct Small {
    var path: String
    var bytes: [UInt8]
    var mode: UInt32
    var owner: HostUser?
  }

  let backup: BackupReader
  let file: String
  let config: String
  let settings: BridgeSettings
  private(set) var small: [Small] = []
  /// What stays as it is on this machine, a sentence each.
  private(set) var notes: [String] = []

  init(_ backup: BackupReader, of file: String, config named: String?, mosquitto: String) throws {
    self.backup = backup
    self.file = file
    config = Self.place(of: backup.manifest.config, named)
    for (name, steps) in backup.manifest.steps.sorted(by: { $0.key < $1.key }) {
      guard let step = StoreBackup.unknownStep(of: Self.last(name), among: steps) else { continue }
      throw BackupEnd.saying(
        "\(file): \(name) was written by a newer loam (\(backup.manifest.loam), step '\(step)' is unknown here); use that version. Nothing was changed.",
        HostSystem.ExitCode.dataError)
    }
    settings = try Self.settings(backup, config, file)
    let folder = HostFile.folder(of: config)
    for (name, bytes) in backup.small.sorted(by: { $0.key < $1.key }) where name.hasPrefix(BackupName.config)
    {
      let own = "\(folder)/\(name.dropFirst(BackupName.config.count))"
      let isConfig = name == BackupName.config + backup.manifest.config
      small.append(Self.small(name, isConfig ? config : own, bytes, backup, otherwise: nil))
    }
    addBroker(mosquitto)
  }

  static func last(_ name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }

  private static func place(of name: String, _ named: String?) -> String {
    if let named { return GardenFiles.absolute(named) }
    let variable = HostProgram.variable("LOAM_CONFIG") ?? ""
    return variable.isEmpty ? "/etc/loam/\(last(name))" : GardenFiles.absolute(variable)
  }

  /// The config as it will be read here: its secrets are in the backup still.
  private static func settings(_ backup: BackupReader, _ config: String, _ file: String) throws
    -> BridgeSettings
  {
    guard let text = backup.small[BackupName.config + backup.manifest.config] else {
      throw BackupEnd.saying("\(file): it has no config", HostSystem.ExitCode.dataError)
    }
    let folder = HostFile.folder(of: config) + "/"
    do throws(ConfigSource.Unreadable) {
      return try ConfigSource(named: config).settings(
        of: text, for: .everyone,
        secret: { path in
          let name =
            BackupName.config + GardenFiles.absolute(path).replacing(folder, with: "", maxReplacements: 1)
          if let bytes = backup.small[name] { return .success(String(decoding: bytes, as: UTF8.self)) }
          // It was left out of the backup, and may be brought by hand.
          return .success(String(repeating: "-", count: 64))
        },
        part: { part in
          backup.small[BackupName.config + part].map { .success($0) }
            ?? .failure(FileUnreadable("it is not in the backup"))
        })
    } catch {
      StandardError.write(error.text)
      throw ArgumentParser.ExitCode(error.exitCode)
    }
  }

  /// Modes lose what would let others write; owners are kept where this machine knows them.
  private static func small(
    _ name: String, _ path: String, _ bytes: [UInt8], _ backup: BackupReader, otherwise: HostUser?
  ) -> Small {
    let facts = backup.manifest.files[name]
    let owner = facts?.user.flatMap { HostUser($0) } ?? otherwise
    return Small(path: path, bytes: bytes, mode: (facts?.mode ?? 0o600) & 0o755, owner: owner)
  }

  private mutating func addBroker(_ folder: String) {
    let broker = BrokerFiles(folder: folder)
    let files = backup.small.filter { $0.key.hasPrefix(BackupName.broker) }
    guard !files.isEmpty else { return }
    let ships = broker.ships
    let isOurs = HostFile.facts(of: ships.settingsPath) != nil
    let isUntouched = SetupFiles.text(ships.mainPath).map {
      ShippedBroker.isUntouched(main: $0, included: HostFile.names(in: folder + "/conf.d") ?? [])
    }
    guard isOurs || isUntouched == true else {
      notes.append(
        isUntouched == nil
          ? "there is no mosquitto in \(folder): the broker's settings and accounts stay in the backup"
          : "the mosquitto here has settings of its own: it stays as it is, and the accounts stay in the backup"
      )
      return
    }
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if let path = broker.places[name] {
        small.append(Self.small(name, path, bytes, backup, otherwise: HostUser("mosquitto")))
      } else if name == BackupName.broker + BrokerFiles.accounts, let path = accountsPath() {
        small.append(Self.small(name, path, bytes, backup, otherwise: HostUser("mosquitto")))
      }
    }
  }

  /// Where the settings in the backup have it; nowhere but below mosquitto's own folders.
  private func accountsPath() -> String? {
    let settings = backup.small[BackupName.broker + "loam.conf"].map { String(decoding: $0, as: UTF8.self) }
    guard let path = settings.flatMap(BrokerFiles.accountsPath), GardenFiles.absolute(path) == path,
      path.hasPrefix("/var/lib/mosquitto/") || path.hasPrefix("/etc/mosquitto/")
    else { return nil }
    return path
  }

  var hasAccounts: Bool { small.contains { $0.path == accountsPath() } }

  var databases: [(name: String, path: String)] {
    backup.databases.keys.sorted().compactMap { name in
      if name.hasPrefix(BackupName.store) { return (name, "\(settings.store.path)/\(Self.last(name))") }
      return (name, "\(settings.pushFolder)/\(Self.last(name))")
    }
  }

  var paths: [String] { small.map(\.path) + databases.map(\.path) }

  /// Keeps both programs away until the command ends.
  func lock() throws -> [FolderLock] {
    var locks: [FolderLock] = []
    for folder in [settings.store.path, settings.pushFolder] where HostFile.facts(of: folder)?.kind == .folder
    {
      guard case .held(let holder)? = try? take(folder, &locks) else { continue }
      throw BackupEnd.saying(
        "\(folder): loam runs on this folder (\(holder ?? "it could not write who it is")); stop it first: sudo systemctl stop loam.target. Nothing was changed.",
        HostSystem.ExitCode.tempFail)
    }
    return locks
  }

  /// Who came second is told no longer that it is this command.
  func unlock() {
    for folder in [settings.store.path, settings.pushFolder] {
      let file = "\(folder)/\(FolderLock.holderFile)"
      guard SetupFiles.text(file)?.hasPrefix(Self.lockWords) == true else { continue }
      try? HostFile.remove(file)
    }
  }

  private static let lockWords = "loam restore, process "

  private func take(_ folder: String, _ locks: inout [FolderLock]) throws(HostError) -> FolderLock.Outcome {
    let outcome = try FolderLock.take(folder, saying: Self.lockWords + "\(HostProcess.identifier)")
    if case .taken(let lock) = outcome { locks.append(lock) }
    return outcome
  }

  func show(_ talk: SetupTalk) {
    let made = Words.date(EpochSeconds(clamping: Int64(backup.manifest.made)))
    talk.heading(
      "\(file): the garden of '\(backup.manifest.machine)', \(made), by loam \(backup.manifest.loam)")
    talk.show(
      (small.map { ($0.path, Self.isSame($0)) } + databases.map { ($0.path, false) }).map { path, isSame in
        let isThere = HostFile.facts(of: path, followsLink: false) != nil
        return "\(path) (\(!isThere ? "new" : isSame ? "stays as it is" : "replaced; what is there is kept"))"
      })
    for note in notes { talk.say("Note: \(note).") }
  }

  static func isSame(_ file: Small) -> Bool {
    (try? HostFile.read(file.path, limit: file.bytes.count, followsLink: false)) == file.bytes
  }
}

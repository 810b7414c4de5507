import ArgumentParser
import BridgeConfig
import FoundationEssentials
import GardenBackup
import GardenSetup
import GardenStore
import GardenTerminal
import HostSystem
import LoamKit
import ProgramConfig
import SQLite

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
  /// Of the garden that is at this place now, where its config can be read.
  private let here: BridgeSettings?
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
        .dataError)
    }
    let folder = HostFile.folder(of: config)
    let named: Set<String>
    (named, settings) = try Self.settings(backup, config, file)
    let source = ConfigSource(named: config)
    let present = try? GardenFiles.named(in: source.bytes(), source)
    here = present?.1
    let ours = (present?.0 ?? []).union(GardenFiles.passwords(in: folder)).union([config])
    guard !["/", "/etc"].contains(folder) else {
      throw Self.refusal(file, "\(folder) belongs to the system; name a config in a folder of its own")
    }
    for (name, bytes) in backup.small.sorted(by: { $0.key < $1.key }) where name.hasPrefix(BackupName.config)
    {
      let isConfig = name == BackupName.config + backup.manifest.config
      let path = isConfig ? config : "\(folder)/\(name.dropFirst(BackupName.config.count))"
      guard isConfig || named.union(GardenFiles.passwords(in: folder)).contains(path) else {
        throw Self.refusal(file, "it has a file '\(name)' that its config does not name")
      }
      let new = self.small(name, path, bytes)
      guard ours.contains(path) || HostFile.facts(of: path, followsLink: false) == nil || Self.isSame(new)
      else {
        throw Self.refusal(
          file, "\(path) is there already, and is no file of the garden that is here; move it away")
      }
      small.append(new)
    }
    try addBroker(mosquitto)
  }

  private static func refusal(_ file: String, _ why: String) -> ExitCode {
    BackupEnd.saying("\(file): \(why). Nothing was changed.", .dataError)
  }

  static func last(_ name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }

  private static func place(of name: String, _ named: String?) -> String {
    if let named { return GardenFiles.absolute(named) }
    let variable = HostProgram.variable("LOAM_CONFIG") ?? ""
    if !variable.isEmpty { return GardenFiles.absolute(variable) }
    return "/etc/loam/" + (name.hasSuffix(".yaml") ? last(name) : "loam.yaml")
  }

  /// The config as it will be read here, and what it names: its secrets are in the backup still.
  private static func settings(_ backup: BackupReader, _ config: String, _ file: String) throws
    -> (Set<String>, BridgeSettings)
  {
    guard let text = backup.small[BackupName.config + backup.manifest.config] else {
      throw refusal(file, "it has no config")
    }
    let folder = HostFile.folder(of: config) + "/"
    func bytes(_ path: String) -> [UInt8]? {
      let path = GardenFiles.absolute(path)
      return path.hasPrefix(folder) ? backup.small[BackupName.config + path.dropFirst(folder.count)] : nil
    }
    do throws(ConfigSource.Unreadable) {
      return try GardenFiles.named(
        in: text, ConfigSource(named: config),
        // One that was left out of the backup may be brought by hand.
        secret: { .success(bytes($0).map { String(decoding: $0, as: UTF8.self) } ?? GardenFiles.noSecret) },
        part: {
          bytes(folder + $0).map { .success($0) } ?? .failure(FileUnreadable("it is not in the backup"))
        })
    } catch {
      throw CommandEnd.saying(error.text, error.exitCode)
    }
  }

  /// What may own files of a garden.
  private static let users: Set<String> = ["root", "loam", "loam-web", "loam-push", "mosquitto"]

  /// Modes lose what would let others write, and anybody run it; owners are kept where they are a garden's.
  private func small(_ name: String, _ path: String, _ bytes: [UInt8]) -> Small {
    let facts = backup.manifest.files[name]
    let owner = facts?.user.flatMap { Self.users.contains($0) ? HostUser($0) : nil }
    return Small(path: path, bytes: bytes, mode: (facts?.mode ?? 0o600) & 0o644, owner: owner)
  }

  /// Our own settings, with the accounts of the backup.
  private mutating func addBroker(_ folder: String) throws {
    func text(_ name: String) -> String {
      String(decoding: backup.small[BackupName.broker + name] ?? [], as: UTF8.self)
    }
    guard backup.small.keys.contains(where: { $0.hasPrefix(BackupName.broker) }) else { return }
    let ships = BrokerFiles(folder: folder).ships
    let old: BrokerBackup
    let phones = backup.small[BackupName.broker + BrokerFiles.accounts]
    do throws(BrokerBackup.Refusal) {
      old = try BrokerBackup(
        settings: text("loam.conf"), rights: text("loam.acl"), passwords: text("loam.passwd"), ships: ships,
        base: settings.bridge.baseTopic)
      if let phones { try BrokerFiles.hold(phones, base: settings.bridge.baseTopic) }
    } catch {
      throw Self.refusal(file, error.text)
    }
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
    if !old.leftOut.isEmpty {
      notes.append(
        "loam's own settings of the broker are written, without \(old.leftOut.joined(separator: ", "))")
    }
    let plugin = phones == nil || old.phonesPath == nil ? nil : BrokerFiles.plugin
    let owner = HostUser("mosquitto")
    func add(_ path: String, _ text: String, _ mode: UInt32, _ owner: HostUser?) {
      small.append(Small(path: path, bytes: Array(text.utf8), mode: mode, owner: owner))
    }
    add(ships.settingsPath, old.settings(plugin: plugin), 0o644, nil)
    add(ships.rightsPath, old.rights(withPlugin: plugin != nil), 0o640, owner)
    add(ships.passwordsPath, old.passwords, 0o600, owner)
    guard let phones, old.phonesPath != nil else { return }
    guard plugin != nil else {
      return notes.append("mosquitto's plugin is not on this machine: phones that were let in stay out")
    }
    small.append(Small(path: ships.phonesPath, bytes: JSON(reading: phones).bytes, mode: 0o600, owner: owner))
    hasAccounts = true
  }

  /// Whether phones that were let in come back.
  private(set) var hasAccounts = false

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
        .tempFail)
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

  /// What a backup of nobody who is known here may do.
  var warning: String {
    "This machine's garden did not make it\(backup.signer == nil ? ", and nobody has signed it" : "")."
      + " Whoever made it decides what is watered and heated here, who may do that, whom it tells, and who is let in by the broker."
  }

  /// Whether the garden that is here made the backup.
  var isOwn: Bool {
    guard let signer = backup.signer else { return false }
    let folders = [here?.store.path, settings.store.path].compactMap(\.self)
    return folders.contains { BackupSigner.found(in: $0)?.publicKey == signer }
  }

  /// Folders of databases that the backup's config names and this machine's owner has never named; `allowed` is one that is meanwhile.
  func strangeFolders(allowed: String?) -> [String] {
    var places = ["/var/lib/loam", "/var/lib/loam-push", here?.store.path, here?.pushFolder, allowed]
      .compactMap(\.self)
    if let state = HostProgram.variable("STATE_DIRECTORY"), !state.isEmpty { places.append(state) }
    // Relative ones begin where the command was called.
    if ![settings.store.path, settings.pushFolder].allSatisfy({ $0.hasPrefix("/") }) { places.append(".") }
    return Set(databases.map { HostFile.folder(of: GardenFiles.absolute($0.path)) }).sorted().filter {
      folder in
      !places.contains { (folder + "/").hasPrefix(GardenFiles.absolute($0) + "/") }
    }
  }

  func show(_ talk: SetupTalk) {
    let made = Words.date(EpochSeconds(clamping: Int64(backup.manifest.made)))
    let (machine, version) = (backup.manifest.machine, backup.manifest.loam)
    talk.heading(TextWidth.harmless("\(file): the garden of '\(machine)', \(made), by loam \(version)"))
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

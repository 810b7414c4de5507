import ArgumentParser
import GardenBackup
import GardenStore
import HostSystem

extension RestorePlan {
  /// A database that is unpacked and checked, and is not yet in its place.
  private struct Unpacked {
    var fresh: String
    var path: String
    var folderMode: UInt32
    var owner: HostUser?
  }

  /// Everything is unpacked and checked before anything is replaced. The state comes last: until then a bridge that is started finds the
  /// garden as it was.
  func apply(_ talk: SetupTalk) throws {
    let push = try unpack(BackupName.push)
    let store = try unpack(BackupName.store)
    defer { withExtendedLifetime((push.staging, store.staging)) {} }
    for file in small where !Self.isSame(file) {
      do {
        try HostFile.makeFolder(HostFile.folder(of: file.path))
        try SetupFiles.keepCopy(file.path)
        try HostFile.write(file.bytes, to: file.path, mode: file.mode, owner: file.owner)
      } catch {
        throw BackupEnd.saying("\(file.path) could not be written: \(error)", .ioError)
      }
      talk.say("Written: \(file.path)")
    }
    for database in push.all + store.all {
      try makeFolder(HostFile.folder(of: database.path), mode: database.folderMode, database.owner)
      do throws(StoreError) {
        let kept = try StoreBackup.put(database.fresh, inPlaceOf: database.path)
        talk.say("Written: \(database.path)" + (kept.map { ". What was there is \($0)" } ?? ""))
      } catch {
        throw BackupEnd.saying(error)
      }
    }
  }

  private func unpack(_ prefix: String) throws -> (all: [Unpacked], staging: StagingFolder?) {
    let ours = databases.filter { $0.name.hasPrefix(prefix) }
    guard let first = ours.first else { return ([], nil) }
    let isStore = prefix == BackupName.store
    var place = HostFile.folder(of: first.path)
    let owner = HostUser(owning: place) ?? HostUser(isStore ? "loam" : "loam-push")
    // In a folder that is there, on the same disk.
    while HostFile.facts(of: place) == nil { place = HostFile.folder(of: place) }
    let staging = try StagingFolder(beside: place + "/new")
    try staging.needs(2 * ours.compactMap { backup.databases[$0.name] }.reduce(0, +), for: place)
    do {
      for (name, path) in ours {
        let unpacked = "\(staging.path)/unpacked"
        try backup.extract(name, to: unpacked)
        try StoreBackup.adopt(unpacked, Self.last(name), as: "\(staging.path)/\(Self.last(path))")
        try HostFile.remove(unpacked)
      }
      if isStore { try StoreBackup.prepare(folder: staging.path) }
      for (_, path) in ours {
        let fresh = "\(staging.path)/\(Self.last(path))"
        try HostFile.setMode(path.hasSuffix(GardenStore.historyFile) ? 0o640 : 0o600, of: fresh)
        try HostFile.give(fresh, to: owner)
      }
    } catch let error as StoreError {
      throw BackupEnd.saying("\(file): \(error). Nothing was changed.", .dataError)
    } catch {
      throw BackupEnd.saying("\(file): \(error). Nothing was changed.", .ioError)
    }
    let all = ours.map { _, path in
      Unpacked(
        fresh: "\(staging.path)/\(Self.last(path))", path: path, folderMode: isStore ? 0o750 : 0o700,
        owner: owner)
    }
    return (all, staging)
  }

  private func makeFolder(_ folder: String, mode: UInt32, _ owner: HostUser?) throws {
    guard HostFile.facts(of: folder) == nil else { return }
    try makeFolder(HostFile.folder(of: folder), mode: mode, owner)
    do throws(HostError) {
      try HostFile.makeFolder(folder, mode: mode)
      try HostFile.give(folder, to: owner)
    } catch {
      throw BackupEnd.saying("\(folder) could not be made: \(error.text)", .ioError)
    }
  }

  private static let units = ["loam.service", "loam-web.service", "loam-push.service"]

  /// Starts what is installed; where there is no systemd, says how.
  func start(_ talk: SetupTalk) throws {
    let units = Self.units.filter(SystemTools.hasUnit)
    guard !units.isEmpty else {
      return talk.say(
        "Start it: loam run --config \(config). A broker whose accounts were written here is started anew first."
      )
    }
    guard try talk.agree("Start it?") else { return }
    let hasBroker = small.contains { $0.path.contains("mosquitto") }
    if hasBroker, SystemTools.hasUnit("mosquitto.service") {
      systemctl(["restart", "mosquitto.service"], talk)
    }
    systemctl(["enable", "--now"] + units, talk)
  }

  private func systemctl(_ words: [String], _ talk: SetupTalk) {
    let ended = SystemTools.run("systemctl", words)
    talk.say("systemctl \(words.joined(separator: " "))" + (ended.isSuccess ? "" : ": \(ended.output)"))
  }
}

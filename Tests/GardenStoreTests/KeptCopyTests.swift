import Foundation
import GardenCore
import SQLite
import StoreTypes
import TestKit
import Testing

@testable import GardenStore

/// What a store leaves for those who go back to an older version, and for those who put a backup back.
@Suite struct KeptCopyTests {
  /// A state as the version left it that knew so many steps.
  private func older(_ count: Int, in folder: TemporaryFolder) throws {
    let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
    try StateSchema.migrations.migrate(queue, upTo: StateSchema.migrations.migrations[count - 1])
    try queue.write { db in
      try db.execute(sql: "PRAGMA application_id = \(DatabaseFile.applicationID)")
      try Tables.plants.put(Samples.plants[1], in: db)
    }
  }

  private func copies(_ folder: TemporaryFolder) -> [String] {
    folder.names.filter { $0.contains(".before-") }
  }

  @Test
  func
    `before a step is taken the file is kept as it was, for its owner alone, and the older version can go on with it`()
    throws
  {
    let folder = try TemporaryFolder()
    let steps = StateSchema.migrations.migrations
    try older(steps.count - 1, in: folder)
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(StoreBatch(changes: Samples.changes))
      #expect(store.setAside.isEmpty)
    }
    #expect(copies(folder) == ["state.sqlite.before-\(steps[steps.count - 1])"])
    let copy = folder.file(copies(folder)[0])
    let facts = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    let kept = try DatabaseQueue(path: copy)
    let (applied, plants) = try kept.read { db in
      var unreadable: [String] = []
      return (
        try StateSchema.migrations.appliedIdentifiers(db),
        try Tables.plants.all(in: db, unreadable: &unreadable)
      )
    }
    #expect(applied == Set(steps.dropLast()) && plants == [Samples.plants[1]])
  }

  @Test func `a new store and one of this version leave no copy`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 { try GardenStore(folder: folder.path).commit(StoreBatch(changes: Samples.changes)) }
    #expect(copies(folder).isEmpty)
  }

  @Test func `two copies stay, the newest`() throws {
    let folder = try TemporaryFolder()
    let steps = StateSchema.migrations.migrations
    for count in [3, 6, 9, 12] {
      try? FileManager.default.removeItem(atPath: folder.file(GardenStore.stateFile))
      try older(count, in: folder)
      _ = try GardenStore(folder: folder.path)
    }
    #expect(copies(folder) == [9, 12].map { "state.sqlite.before-\(steps[$0])" }.sorted())
  }

  @Test(.enabled(if: SmallDisk.isPossible, "only root can mount a disk"))
  func `where the disk has no room for a copy the garden goes on without one, and says so`() throws {
    let disk = try SmallDisk(kilobytes: 4096)
    let path = "\(disk.path)/state.sqlite"
    do {
      let queue = try DatabaseQueue(path: path)
      try StateSchema.migrations.migrate(queue, upTo: StateSchema.migrations.migrations[0])
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA application_id = \(DatabaseFile.applicationID)")
      }
    }
    let store = try GardenStore(folder: disk.path)
    #expect(store.setAside.contains { $0.contains("no copy of the old one is kept: the disk has no room") })
    try store.commit(StoreBatch(changes: Samples.changes))
  }

  @Test(arguments: [GardenStore.stateFile, GardenStore.historyFile], [true, false])
  func `an older version says that a newer one wrote the store, and touches no byte`(
    file: String, isLogThere: Bool
  ) throws {
    let folder = try TemporaryFolder()
    do { try GardenStore(folder: folder.path).commit(StoreBatch(changes: Samples.changes)) }
    do {
      let later = try DatabaseQueue(path: folder.file(file))
      try later.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('zz-future')") }
      if isLogThere {
        // As a power cut leaves it.
        for part in ["", "-wal"] {
          try FileManager.default.copyItem(
            atPath: folder.file(file + part), toPath: folder.file("cut" + part))
        }
      }
    }
    if isLogThere {
      for part in ["", "-wal"] {
        try? FileManager.default.removeItem(atPath: folder.file(file + part))
        try FileManager.default.moveItem(atPath: folder.file("cut" + part), toPath: folder.file(file + part))
      }
    }
    func files() throws -> [String: [UInt8]] {
      Dictionary(
        uniqueKeysWithValues: try folder.names.filter { !$0.hasSuffix("-shm") }.map {
          ($0, try folder.bytes(of: $0))
        })
    }
    let before = try files()
    #expect(before.keys.contains(file + "-wal") == isLogThere)
    #expect(throws: StoreError.newerSchema(file: folder.file(file), migration: "zz-future")) {
      try GardenStore(folder: folder.path)
    }
    let after = try files()
    #expect(after.keys.sorted() == before.keys.sorted())
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
    #expect(throws: StoreError.self) { try StoreBackup.prepare(folder: folder.path) }
  }

  @Test func `a store in use is copied whole, without being held up, and knows when it is put back`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(changes: Samples.changes))
    let unpacked = try TemporaryFolder()
    for file in [GardenStore.stateFile, GardenStore.historyFile] {
      let steps = try StoreBackup.copy(folder.file(file), to: unpacked.file(file))
      #expect(StoreBackup.unknownStep(of: file, among: steps) == nil)
      #expect(StoreBackup.unknownStep(of: file, among: steps + ["zz-future"]) == "zz-future")
    }
    #expect(unpacked.names == [GardenStore.historyFile, GardenStore.stateFile])
    try StoreBackup.prepare(folder: unpacked.path)
    #expect(try store.loadMemory().restored == nil)
    let back = try GardenStore(folder: unpacked.path).loadMemory()
    #expect(
      back.plants.all == Samples.plants && back.leases == Samples.leases && back.restored == RestoredMemory())
  }

  @Test func `the steps of the push process's store are known to who puts it back`() {
    #expect(
      StoreBackup.unknownStep(of: PushStoreForm.file, among: PushStoreForm.migrations.migrations) == nil)
    #expect(
      StoreBackup.unknownStep(of: PushStoreForm.file, among: PushStoreForm.migrations.migrations + ["3"])
        == "3")
  }
}

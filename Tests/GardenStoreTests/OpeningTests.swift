import Foundation
import GardenCore
import SQLite
import StoreTypes
import TestKit
import Testing

@testable import GardenStore

@Suite struct OpeningTests {
  @Test func `a commit is on the disk when it returns`() throws {
    let folder = try TemporaryFolder()
    var setAside: [String] = []
    let state = DatabaseFile(path: folder.file("s"), sharing: .exclusive, migrations: StateSchema.migrations)
    let queue = try state.open(setAside: &setAside)
    let level = try queue.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    #expect(level == 2)
    #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }

  @Test func `what must survive is its owner's alone; the history is as open as its folder`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(changes: Samples.changes))
    func mode(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
    for name in folder.names where name.hasPrefix(GardenStore.stateFile) {
      #expect(try mode(name) == 0o600, "\(name)")
    }
    #expect(folder.names.contains(GardenStore.stateFile + "-wal"))
    #expect(try mode(GardenStore.historyFile) & 0o440 == 0o440)
  }

  @Test func `a folder that is missing is made, with its parents`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.file("var/lib/loam"))
    try store.commit(StoreBatch(changes: Samples.changes))
  }

  @Test func `a folder in use is refused, and free again when its user has gone`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try GardenStore(folder: folder.path)
      #expect(throws: StoreError.inUse(folder: folder.path)) { try GardenStore(folder: folder.path) }
      try store.commit(StoreBatch(changes: Samples.changes))
    }
    #expect(try GardenStore(folder: folder.path).loadMemory().plants.all == Samples.plants)
  }

  @Test func `a folder in use by another process is refused without touching a file`() async throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(changes: Samples.changes))
    try Handover("in-use").give(folder.path)
    await #expect(processExitsWith: .success) {
      let parents = try Handover("in-use").take()
      #expect(throws: StoreError.inUse(folder: parents)) { try GardenStore(folder: parents) }
    }
    #expect(try store.loadMemory().plants.all == Samples.plants)
  }

  @Test func `a file where the folder should be is an error that names it`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "taken")
    #expect(throws: StoreError.notPermitted(path: folder.file("taken"))) {
      try GardenStore(folder: folder.file("taken"))
    }
    #expect(throws: StoreError.notPermitted(path: folder.file("taken/below"))) {
      try GardenStore(folder: folder.file("taken/below"))
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root can become nobody"))
  func `a folder of someone else is refused`() async throws {
    let folder = try TemporaryFolder()
    do { try GardenStore(folder: folder.file("mine")).commit(StoreBatch(changes: Samples.changes)) }
    for path in [folder.path, folder.file("mine")] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try Handover("nobody").give(folder.path)
    await #expect(processExitsWith: .success) {
      let path = try Handover("nobody").take()
      #expect(setgid(65_534) == 0)
      #expect(setuid(65_534) == 0)
      #expect(throws: StoreError.notPermitted(path: path + "/mine/state.sqlite")) {
        try GardenStore(folder: path + "/mine")
      }
      #expect(throws: StoreError.notPermitted(path: path + "/new")) { try GardenStore(folder: path + "/new") }
    }
  }

  @Test func `every older state file is brought to the present form and keeps what it held`() throws {
    let steps = StateSchema.migrations.migrations
    for taken in 1...steps.count {
      let folder = try TemporaryFolder()
      do {
        let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
        try StateSchema.migrations.migrate(queue, upTo: steps[taken - 1])
        try queue.write { db in
          try db.execute(sql: "PRAGMA application_id = \(DatabaseFile.applicationID)")
          try Tables.plants.put(Samples.plants[1], in: db)
        }
      }
      let store = try GardenStore(folder: folder.path)
      #expect(try store.loadMemory().plants.all == [Samples.plants[1]])
      try store.commit(StoreBatch(changes: Samples.changes, posted: [Samples.entry(1)]))
    }
  }

  @Test
  func `a slider that was called moisture-min keeps what people set, and an old refusal loses its English`()
    throws
  {
    let steps = StateSchema.migrations.migrations
    let before = try #require(steps.firstIndex(of: "state-11-names")) - 1
    let folder = try TemporaryFolder()
    do {
      let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
      try StateSchema.migrations.migrate(queue, upTo: steps[before])
      try queue.write { db in
        try db.execute(
          sql: """
            PRAGMA application_id = \(DatabaseFile.applicationID);
            INSERT INTO control VALUES ('basil-moisture-min', 28, 3, 30, 1000, 'anna-phone', 1);
            INSERT INTO answered (device, command, code, message, detail, at)
            VALUES ('anna-phone', '\(Samples.id(1))', 18, 'a run is on', '{"kind":"none"}', 1000);
            """)
      }
    }
    let memory = try GardenStore(folder: folder.path).loadMemory()
    #expect(memory.controls.map(\.id) == ["basil-dry-below"] && memory.controls.first?.value == 28)
    #expect(memory.answered.count == 1 && memory.answered.last { _ in true }?.outcome.why == nil)
  }

  @Test func `the first released files open and have the schema of new ones`() throws {
    for (name, migrations) in [
      (GardenStore.stateFile, StateSchema.migrations), (GardenStore.historyFile, HistorySchema.migrations),
    ] {
      let folder = try TemporaryFolder()
      let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/first-\(name).sql")
      do {
        let queue = try DatabaseQueue(path: folder.file(name))
        try queue.writeWithoutTransaction {
          try $0.execute(sql: try String(contentsOf: fixture, encoding: .utf8))
        }
      }
      let store = try GardenStore(folder: folder.path)
      #expect(store.setAside.isEmpty)
      if name == GardenStore.stateFile {
        #expect(try store.loadMemory().plants.all == Samples.plants)
        // Rows of that time knew neither device nor rank.
        let old = try store.loadOutbox()
        #expect(old.map(\.id) == [1] && old.map(\.publication) == [Samples.entry(1).publication])
        withExtendedLifetime(store) {}
      }
      let fresh = try DatabaseQueue()
      try migrations.migrate(fresh)
      let columns = try fresh.read(Self.columns)
      var setAside: [String] = []
      if name == GardenStore.historyFile {
        let opened = try DatabaseFile(path: folder.file(name), sharing: .readable, migrations: migrations)
          .open(setAside: &setAside)
        #expect(try opened.read(Self.columns) == columns)
      }
    }
  }

  private static func columns(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk
        FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1
        """)
  }
}

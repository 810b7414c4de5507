import GardenCore
import SQLite
import StoreTypes
import TestKit
import Testing

@testable import GardenStore

/// A database out of a backup is read as data.
@Suite struct ForeignRowsTests {
  /// A state that lived, in one file; a garden forges it with a statement.
  private static func state(_ folder: TemporaryFolder, forged sql: String = "") throws {
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(StoreBatch(changes: Samples.changes))
      try store.checkpoint()
    }
    let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try db.execute(sql: sql)
    }
  }

  private static func adopt(_ folder: TemporaryFolder, to home: TemporaryFolder) throws {
    try StoreBackup.adopt(
      folder.file(GardenStore.stateFile), GardenStore.stateFile, as: home.file(GardenStore.stateFile))
  }

  @Test func `all rows come over, and how far numbers were counted`() throws {
    let (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    try Self.state(folder, forged: "INSERT INTO bridge_session VALUES (41, 'x'); DELETE FROM bridge_session")
    let was = try GardenStore(folder: folder.path).loadMemory()
    let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try Self.adopt(folder, to: home)
    let counted = try DatabaseQueue(path: home.file(GardenStore.stateFile)).read {
      try Int.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'bridge_session'")
    }
    #expect(counted == 41)
    let store = try GardenStore(folder: home.path)
    #expect(try store.loadMemory() == was && store.setAside.isEmpty)
  }

  @Test func `one of an earlier version comes over, and takes the steps that it lacks`() throws {
    let (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    let steps = StateSchema.migrations.migrations
    let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
    try StateSchema.migrations.migrate(queue, upTo: steps[steps.count - 3])
    try queue.write { try Tables.plants.put(Samples.plants[1], in: $0) }
    try Self.adopt(folder, to: home)
    let store = try GardenStore(folder: home.path)
    #expect(try store.loadMemory().plants == Entries([Samples.plants[1]]))
  }

  @Test(arguments: [
    ("CREATE TRIGGER evil AFTER INSERT ON plant BEGIN DELETE FROM lease; END", "a trigger 'evil'"),
    ("CREATE VIEW evil AS SELECT * FROM plant", "a view 'evil'"),
    ("DROP TABLE plant; CREATE VIEW plant AS SELECT * FROM lease", "a view 'plant'"),
    ("CREATE TABLE evil (a)", "a table 'evil'"),
    ("CREATE INDEX evil ON plant (id)", "a index 'evil'"),
    ("DROP INDEX answered_at; CREATE INDEX answered_at ON answered (abs(at))", "a index 'answered_at'"),
    ("CREATE VIRTUAL TABLE evil USING fts5(a)", "'evil'"),
    ("ALTER TABLE plant ADD COLUMN evil INTEGER AS (1)", "computes itself"),
    ("ALTER TABLE plant ADD COLUMN evil INTEGER", "its table 'plant'"),
    ("DROP TABLE lease", "its table 'lease'"),
    ("DELETE FROM grdb_migrations WHERE identifier = 'state-2-outbox'", "steps"),
    ("DELETE FROM grdb_migrations", "steps"),
    ("INSERT INTO grdb_migrations VALUES ('evil')", "steps"),
  ])
  func `what would run, or is none of ours, is refused by name`(sql: String, why: String) throws {
    let (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    try Self.state(folder, forged: sql)
    let error = #expect(throws: StoreError.self) { try Self.adopt(folder, to: home) }
    #expect(error?.description.contains(why) == true, "\(String(describing: error))")
  }

  @Test func `what is no database, and a damaged one, are refused`() throws {
    let folder = try TemporaryFolder()
    try Self.state(folder)
    var bytes = try folder.bytes(of: GardenStore.stateFile)
    for place in stride(from: 1024, to: bytes.count, by: 97) { bytes[place] ^= 0xFF }
    for content in [bytes, Array("no database at all".utf8)] {
      try folder.write(content, to: GardenStore.stateFile)
      let home = try TemporaryFolder()
      #expect(throws: StoreError.self) { try Self.adopt(folder, to: home) }
    }
  }
}

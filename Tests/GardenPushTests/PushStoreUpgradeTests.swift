import Foundation
import GardenPush
import SQLite
import TestKit
import Testing

/// The store of `loam-push` between versions.
@Suite struct PushStoreUpgradeTests {
  private func steps(_ folder: TemporaryFolder, _ file: String = PushStoreForm.file) throws -> [String] {
    try DatabaseQueue(path: folder.file(file), isReadOnly: true).read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }
  }

  @Test func `who puts a backup back knows every step`() throws {
    let folder = try TemporaryFolder()
    _ = try PushStore(folder: folder.path)
    #expect(try steps(folder).sorted() == PushStoreForm.migrations.migrations.sorted())
  }

  @Test func `before a step is taken the store is kept as it was`() throws {
    let folder = try TemporaryFolder()
    _ = try PushStore(folder: folder.path)
    do {
      let older = try DatabaseQueue(path: folder.file(PushStoreForm.file))
      try older.write {
        try $0.execute(
          sql: "DELETE FROM grdb_migrations WHERE identifier = 'web'; DROP TABLE browser; DROP TABLE offered")
      }
    }
    #expect(try PushStore(folder: folder.path).trouble == nil)
    #expect(folder.names.contains("push.sqlite.before-web"))
    #expect(try steps(folder, "push.sqlite.before-web") == ["1"])
  }

  @Test func `a store of a newer version is refused in a sentence, and no byte of it is touched`() throws {
    let folder = try TemporaryFolder()
    _ = try PushStore(folder: folder.path)
    do {
      let newer = try DatabaseQueue(path: folder.file(PushStoreForm.file))
      try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('future')") }
      try FileManager.default.copyItem(atPath: folder.file("push.sqlite"), toPath: folder.file("cut"))
      try FileManager.default.copyItem(atPath: folder.file("push.sqlite-wal"), toPath: folder.file("cut-wal"))
    }
    for part in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: folder.file("push.sqlite" + part))
      try FileManager.default.moveItem(
        atPath: folder.file("cut" + part), toPath: folder.file("push.sqlite" + part))
    }
    let before = (try folder.bytes(of: "push.sqlite"), try folder.bytes(of: "push.sqlite-wal"))
    let failure = #expect(throws: PushFailure.self) { try PushStore(folder: folder.path) }
    #expect(failure?.description.contains("a newer loam-push wrote it (step 'future' is unknown)") == true)
    #expect(failure?.isLasting == true, "another start would end the same way")
    #expect(
      try folder.bytes(of: "push.sqlite") == before.0 && folder.bytes(of: "push.sqlite-wal") == before.1)
  }
}

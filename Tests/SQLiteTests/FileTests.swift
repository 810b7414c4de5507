import SQLite
import TestKit
import Testing

/// Files: who may write, what is no database, and how an old one becomes a new one.
@Suite struct FileTests {
  private func migrations(_ names: String...) -> DatabaseMigrator {
    let steps = names.map { "\n-- step \($0)\nCREATE TABLE \($0) (x INTEGER);\n" }
    return DatabaseMigrator(script: Array("-- Steps of a test.\n\(steps.joined())".utf8))
  }

  @Test func `a file keeps what was written, and a reader writes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.sqlite")
    do {
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: "CREATE TABLE a (x); INSERT INTO a VALUES (7)") }
    }
    let reader = try DatabaseQueue(path: path, isReadOnly: true)
    #expect(try reader.read { try Int.fetchOne($0, sql: "SELECT x FROM a") } == 7)
    let error = #expect(throws: DatabaseError.self) {
      try reader.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM a") }
    }
    #expect(error?.resultCode == .readOnly)
  }

  @Test func `a file that is not there and one that is no database are told apart`() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: folder.file("gone"), isReadOnly: true)
    }
    #expect(missing?.resultCode == .cannotOpen)
    try folder.write(
      Array("this is a letter, not a database, and long enough to be seen as one".utf8), to: "l")
    let letter = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: folder.file("l")) }
    #expect(letter?.resultCode == .noDatabase)
  }

  @Test func `who finds the file taken is told so`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.sqlite")
    let holder = try DatabaseQueue(path: path)
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE a (x); BEGIN EXCLUSIVE")
      let error = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: path) }
      #expect(error?.resultCode == .busy)
    }
  }

  @Test func `a copy has everything, and takes the place of what was there`() throws {
    let (from, to) = (try DatabaseQueue(), try DatabaseQueue())
    try from.write { try $0.execute(sql: "CREATE TABLE a (x); INSERT INTO a VALUES (1), (2)") }
    try to.write { try $0.execute(sql: "CREATE TABLE other (y)") }
    try from.backup(to: to)
    #expect(try to.read { try Int.fetchOne($0, sql: "SELECT sum(x) FROM a") } == 3)
    #expect(try to.read { try $0.tableExists("other") } == false)
  }

  @Test func `steps are taken once and in order, and a later version's are seen`() throws {
    let queue = try DatabaseQueue()
    try migrations("one", "two", "three").migrate(queue, upTo: "two")
    let known = migrations("one", "two", "three")
    #expect(try queue.read(known.appliedIdentifiers) == ["one", "two"])
    #expect(try queue.read(known.hasCompletedMigrations) == false)
    try known.migrate(queue)
    try known.migrate(queue)
    #expect(try queue.read(known.hasCompletedMigrations))
    #expect(try queue.read(migrations("one").appliedIdentifiers) == ["one", "two", "three"])
  }

  @Test func `a step that fails leaves those before it and nothing of its own`() throws {
    let migrator = DatabaseMigrator(
      script: Array(
        """
        -- step none: the first line of a script is none

        -- step one
        CREATE TABLE one (x);
        -- step two
        CREATE TABLE two (x);
        CREATE TABLE one (x);
        """.utf8))
    let queue = try DatabaseQueue()
    #expect(throws: DatabaseError.self) { try migrator.migrate(queue) }
    #expect(try queue.read(migrator.appliedIdentifiers) == ["one"])
    #expect(try queue.read { try $0.tableExists("two") } == false)
  }
}

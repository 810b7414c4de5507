import SQLite
import Testing

/// Statements, transactions and what they say when they fail.
@Suite struct StatementTests {
  private func filled() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          -- Several statements, with comments; between.
          CREATE TABLE plant (id TEXT PRIMARY KEY, limit_ REAL) STRICT;
          INSERT INTO plant VALUES ('aloe', 20), ('basil', 30); /* and the end */
          """)
    }
    return queue
  }

  private func count(_ queue: DatabaseQueue) throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM plant") }
  }

  @Test func `a text of several statements runs them all`() throws {
    let queue = try filled()
    #expect(try count(queue) == 2)
    #expect(
      try queue.read { try String.fetchAll($0, sql: "SELECT id FROM plant ORDER BY id") } == [
        "aloe", "basil",
      ])
    #expect(try queue.read { try String.fetchOne($0, sql: "SELECT id FROM plant WHERE id = 'fern'") } == nil)
  }

  @Test func `what is thrown in a transaction takes all of it back`() throws {
    struct Enough: Error {}
    let queue = try filled()
    #expect(throws: Enough.self) {
      try queue.write { db in
        try db.execute(sql: "DELETE FROM plant")
        #expect(db.changesCount == 2)
        throw Enough()
      }
    }
    #expect(try count(queue) == 2)
    // The connection is as usable as before.
    try queue.write { try $0.execute(sql: "INSERT INTO plant VALUES (?, ?)", arguments: ["fern", 40.5]) }
    #expect(try count(queue) == 3)
  }

  @Test func `a statement that fails inside takes the transaction back`() throws {
    let queue = try filled()
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { db in
        try db.execute(sql: "INSERT INTO plant VALUES ('mint', 25)")
        try db.execute(sql: "INSERT INTO plant VALUES ('aloe', 1)")
      }
    }
    #expect(error?.message == "UNIQUE constraint failed: plant.id")
    #expect(try count(queue) == 2)
  }

  @Test func `SQLite's words name no value`() throws {
    let queue = try filled()
    let error = #expect(throws: DatabaseError.self) {
      try queue.write {
        try $0.execute(sql: "INSERT INTO plant VALUES (?, ?)", arguments: ["aloe", "secret"])
      }
    }
    #expect("\(String(describing: error))".contains("plant.limit_"))
    #expect(!"\(String(describing: error))".contains("secret"))
  }

  @Test func `a misspelt statement and a wrong number of arguments are errors`() throws {
    let queue = try filled()
    #expect(throws: DatabaseError.self) { try queue.read { try Row.fetchAll($0, sql: "SELEKT 1") } }
    #expect(throws: DatabaseError.self) { try queue.read { try Row.fetchAll($0, sql: "") } }
    #expect(throws: DatabaseError.self) {
      try queue.read { try Row.fetchAll($0, sql: "SELECT ?, ?", arguments: [1]) }
    }
  }

  @Test func `a kept statement takes new arguments and forgets the old ones`() throws {
    let queue = try filled()
    try queue.write { db in
      for (id, limit) in [("fern", 1.0), ("mint", nil)] as [(String, Double?)] {
        try db.cachedStatement(sql: "INSERT INTO plant VALUES (?, ?)").execute([id, limit])
      }
      #expect(db.lastInsertedRowID == 4)
    }
    let missing = try queue.read { try String.fetchAll($0, sql: "SELECT id FROM plant WHERE limit_ IS NULL") }
    #expect(missing == ["mint"])
  }

  @Test func `a reader that has enough leaves the statement ready for the next`() throws {
    let queue = try filled()
    try queue.read { db in
      let statement = try db.cachedStatement(sql: "SELECT id FROM plant ORDER BY id")
      for _ in 0..<3 { #expect(try String.fetchOne(statement) == "aloe") }
    }
    try queue.write { try $0.execute(sql: "DROP TABLE plant") }
  }

  @Test func `many threads take turns`() async throws {
    let queue = try filled()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<8 {
        group.addTask {
          for i in 0..<50 {
            try queue.write {
              try $0.execute(sql: "INSERT INTO plant VALUES (?, 1.0)", arguments: ["\(n)-\(i)"])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try count(queue) == 402)
  }
}

internal import Synchronization

/// A database that is used by one thread at a time.
package final class DatabaseQueue: Sendable {
  /// The connection goes nowhere but into work that holds the lock, and comes back from it.
  private struct Connection: @unchecked Sendable {
    let database: Database
  }

  private let connection: Mutex<Connection>

  /// A file, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - isReadOnly: nothing is made and nothing written.
  ///   - milliseconds: how long it waits for somebody else who writes the file.
  ///   - prepare: what is set before anything is read.
  /// - Throws: ``DatabaseError``; also where the file is no database.
  package init(
    path: String, isReadOnly: Bool = false, waitingAtMost milliseconds: Int32 = 0,
    prepare: (Database) throws -> Void = { _ in }
  ) throws {
    let database = try Database(path: path, isReadOnly: isReadOnly, waitingAtMost: milliseconds)
    try prepare(database)
    // SQLite opens nothing before it must: what is no database is found here.
    _ = try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
    connection = Mutex(Connection(database: database))
  }

  /// In memory.
  package convenience init() throws { try self.init(path: ":memory:") }

  /// What is read stands still meanwhile.
  package func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try inTransaction(.deferred, work)
  }

  /// All of it or nothing.
  package func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try inTransaction(.immediate, work)
  }

  private func inTransaction<Result>(
    _ kind: Database.Transaction, _ work: (Database) throws -> Result
  ) throws -> Result {
    try writeWithoutTransaction { database in try database.inTransaction(kind) { try work(database) } }
  }

  package func writeWithoutTransaction<Result>(_ work: (Database) throws -> Result) throws -> Result {
    // Neither the work nor its result leaves the calling thread; `Mutex` asks for a proof that a closure cannot give.
    nonisolated(unsafe) var result: Result?
    nonisolated(unsafe) let work = work
    try connection.withLock { connection in unsafe result = try unsafe work(connection.database) }
    guard let result = unsafe result else {
      throw DatabaseError(extendedResultCode: .error, message: "no result")
    }
    return result
  }

  /// Everything, in the place of whatever stands in the other.
  package func backup(to other: DatabaseQueue) throws {
    try writeWithoutTransaction { from in try other.writeWithoutTransaction { try from.copy(to: $0) } }
  }
}

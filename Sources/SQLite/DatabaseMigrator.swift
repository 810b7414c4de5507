/// The steps by which a file came to its present form, each taken once and in order.
///
/// Which were taken stands in the file, in a table with the name that GRDB gave it: files of earlier versions have it.
package struct DatabaseMigrator: Sendable {
  private struct Step: Sendable {
    let name: String
    let sql: String
  }

  private static let table = "grdb_migrations"
  private let steps: [Step]

  /// - Parameter script: SQL in which each step begins with a line `-- step NAME`; what stands before the first is none.
  package init(script: [UInt8]) {
    steps = String(decoding: script, as: UTF8.self)
      .split(separator: "\n-- step ", omittingEmptySubsequences: false).dropFirst()
      .map { Step(name: String($0.prefix { $0 != "\n" }), sql: String($0.drop { $0 != "\n" })) }
  }

  package var migrations: [String] { steps.map(\.name) }

  /// Steps that the file has taken, also those of a later version.
  package func appliedIdentifiers(_ database: Database) throws -> Set<String> {
    guard try database.tableExists(Self.table) else { return [] }
    return Set(try String.fetchAll(database, sql: "SELECT identifier FROM \(Self.table)"))
  }

  /// A step of a later version that the file has taken; `nil`: this version knows all of them.
  package func newestUnknown(_ database: Database) throws -> String? {
    Self.newestUnknown(try appliedIdentifiers(database), known: migrations)
  }

  package static func newestUnknown(_ applied: some Sequence<String>, known: [String]) -> String? {
    Set(applied).subtracting(known).max()
  }

  /// The first step that a file still has to take which has taken others; `nil`: it is new, or has taken all.
  package func nextStep(_ database: Database) throws -> String? {
    let applied = try appliedIdentifiers(database)
    return applied.isEmpty ? nil : migrations.first { !applied.contains($0) }
  }

  package func hasCompletedMigrations(_ database: Database) throws -> Bool {
    try appliedIdentifiers(database).isSuperset(of: migrations)
  }

  /// Takes the steps that are missing, each in a transaction of its own.
  ///
  /// - Parameter last: the step after which it ends; `nil`: all of them.
  package func migrate(_ queue: DatabaseQueue, upTo last: String? = nil) throws {
    let applied = try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS \(Self.table) (identifier TEXT NOT NULL PRIMARY KEY)")
      return try appliedIdentifiers(database)
    }
    let end = steps.firstIndex { $0.name == last } ?? steps.endIndex - 1
    for step in steps.prefix(end + 1) where !applied.contains(step.name) {
      try queue.write { database in
        try database.execute(sql: step.sql)
        try database.execute(sql: "INSERT INTO \(Self.table) (identifier) VALUES (?)", arguments: [step.name])
      }
    }
  }
}

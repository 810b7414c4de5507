/// A database that somebody else may have made, read as data: its rows go into a new one that our own steps make. What it brings to run,
/// a trigger, a view, a column that computes itself, makes it none of ours. Source: SQLite, "Defense Against The Dark Arts".
package struct ForeignRows {
  /// What is wrong with it.
  package struct Refusal: Error, CustomStringConvertible {
    package var description: String
  }

  private struct Thing: Hashable {
    var type: String
    var name: String
    var sql: String?
  }

  private let path: String
  private let steps: DatabaseMigrator

  /// - Parameter path: a file that nobody else has; it is not changed.
  package init(at path: String, _ steps: DatabaseMigrator) {
    self.path = path
    self.steps = steps
  }

  /// - Parameter shape: what a new file of ours is given before it has a table.
  /// - Throws: ``Refusal``, `DatabaseError`.
  package func copy(to fresh: String, shape: (Database) throws -> Void = { _ in }) throws {
    let (columns, things, last) = try outline()
    let queue = try DatabaseQueue(path: fresh, prepare: Self.distrust)
    try queue.writeWithoutTransaction(shape)
    try steps.migrate(queue, upTo: last)
    try queue.writeWithoutTransaction { db in
      try hold(things, columns, against: db)
      try db.execute(sql: "ATTACH DATABASE ? AS other", arguments: [path])
      try db.inTransaction(.immediate) {
        let tables = columns.keys.sorted()
        // Inserting into the others counts in the last.
        for table in tables.filter({ $0 != Self.sequence }) + tables.filter({ $0 == Self.sequence }) {
          let names = (columns[table] ?? []).map(Self.quoted).joined(separator: ", ")
          let table = Self.quoted(table)
          try db.execute(sql: "DELETE FROM main.\(table)")
          try db.execute(sql: "INSERT INTO main.\(table) (\(names)) SELECT \(names) FROM other.\(table)")
        }
      }
      try db.execute(sql: "DETACH DATABASE other")
    }
  }

  /// Tables with their columns, everything that it has, and the last step that it has taken.
  private func outline() throws -> (columns: [String: [String]], things: Set<Thing>, last: String) {
    let queue = try DatabaseQueue(path: path, isReadOnly: true, prepare: Self.distrust)
    return try queue.read { db in
      let things = try Self.things(db)
      for thing in things.sorted(by: { $0.name < $1.name }) {
        let isVirtual = thing.sql.map { Self.plain($0).hasPrefix("createvirtual") } ?? false
        guard ["table", "index"].contains(thing.type), !isVirtual else {
          throw Refusal(
            description:
              "it has a \(isVirtual ? "virtual table" : thing.type) '\(thing.name)'; a store has none")
        }
      }
      let applied = try steps.appliedIdentifiers(db)
      let known = steps.migrations.prefix(applied.count)
      guard let last = known.last, Set(known) == applied else {
        throw Refusal(description: "it has not taken the steps of a store")
      }
      return (try Self.columns(of: things, db), things, last)
    }
  }

  /// Both were made by the same steps, so they have the same.
  private func hold(_ things: Set<Thing>, _ columns: [String: [String]], against db: Database) throws {
    let ours = try Self.things(db)
    let names = Set(ours.map(\.name))
    for thing in things.sorted(by: { $0.name < $1.name }) {
      guard names.contains(thing.name), thing.type == "table" || ours.contains(thing) else {
        throw Refusal(description: "it has a \(thing.type) '\(thing.name)' that no step of a store makes")
      }
    }
    for (table, expected) in try Self.columns(of: ours, db)
    where Set(expected) != columns[table].map(Set.init) {
      throw Refusal(description: "its table '\(table)' is not as a store has it")
    }
  }

  private static func distrust(_ db: Database) throws {
    try db.execute(sql: "PRAGMA trusted_schema = OFF")
    try db.execute(sql: "PRAGMA cell_size_check = ON")
  }

  /// Indices that SQLite makes by itself say nothing, nor do its own figures for the planner.
  private static func things(_ db: Database) throws -> Set<Thing> {
    var things: Set<Thing> = []
    try Row.forEach(db, sql: "SELECT type, name, sql FROM sqlite_master") { row in
      let sql = try row[2] as String?
      let thing = Thing(type: try row[0], name: try row[1], sql: sql.map(plain))
      let isOwn = thing.name.hasPrefix("sqlite_autoindex_") && thing.type == "index" && sql == nil
      if !isOwn, !(thing.type == "table" && thing.name.hasPrefix("sqlite_stat")) { things.insert(thing) }
    }
    return things
  }

  private static func columns(of things: Set<Thing>, _ db: Database) throws -> [String: [String]] {
    var columns: [String: [String]] = [:]
    for thing in things where thing.type == "table" {
      columns[thing.name] = []
      try Row.forEach(
        db, sql: "SELECT name, hidden FROM pragma_table_xinfo(?)", arguments: [thing.name]
      ) { row in
        guard try row[1] as Int == 0 else {
          throw Refusal(
            description: "a column of its table '\(thing.name)' computes itself; a store has none")
        }
        columns[thing.name]?.append(try row[0])
      }
    }
    return columns
  }

  private static let sequence = "sqlite_sequence"

  /// Versions of SQLite differ in spaces and quotes.
  private static func plain(_ sql: String) -> String {
    String(sql.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "`" })
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

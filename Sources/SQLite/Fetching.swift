extension Row {
  package static func forEach(
    _ database: Database, sql: String, arguments: [(any DatabaseValueConvertible)?] = [],
    _ body: (Row) throws -> Void
  ) throws {
    try database.makeStatement(sql: sql).forEachRow(arguments) { row in
      try body(row)
      return true
    }
  }

  package static func fetchAll(
    _ database: Database, sql: String, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> [Row] {
    var rows: [Row] = []
    try forEach(database, sql: sql, arguments: arguments) { rows.append($0) }
    return rows
  }

  package static func fetchOne(
    _ database: Database, sql: String, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> Row? {
    try fetchOne(database.makeStatement(sql: sql), arguments: arguments)
  }

  package static func fetchOne(
    _ statement: Statement, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> Row? {
    var found: Row?
    try statement.forEachRow(arguments) { row in
      found = row
      return false
    }
    return found
  }
}

/// The first column of what is found.
extension DatabaseValueConvertible {
  /// `nil`: there is no row, or NULL stands there.
  package static func fetchOne(
    _ database: Database, sql: String, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> Self? {
    try fetchOne(database.makeStatement(sql: sql), arguments: arguments)
  }

  package static func fetchOne(
    _ statement: Statement, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> Self? {
    guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
    return try row[0] as Self?
  }

  package static func fetchAll(
    _ database: Database, sql: String, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> [Self] {
    try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in try row[0] as Self }
  }
}

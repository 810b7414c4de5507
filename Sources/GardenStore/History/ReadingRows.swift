import GRDB

/// Readings on their way into their table, many to a statement: a statement for each costs twice the processor time.
///
/// For ids above all that are in the table, in rising order; no such row can be in the way of another.
struct ReadingRows {
  private static let perStatement = 50
  private static let full = sql(rows: perStatement)

  private var arguments = StatementArguments()
  private var count = 0

  mutating func add(
    id: Int64, series: Int64, value: Double, raw: Double?, lag: Int64?, to db: Database
  ) throws {
    arguments += [id, series, value, raw, lag]
    count += 1
    if count == Self.perStatement { try execute(try db.cachedStatement(sql: Self.full)) }
  }

  /// Writes what is left.
  mutating func finish(_ db: Database) throws {
    if count > 0 { try execute(try db.makeStatement(sql: Self.sql(rows: count))) }
  }

  private mutating func execute(_ statement: Statement) throws {
    statement.setUncheckedArguments(arguments)
    try statement.execute()
    arguments = StatementArguments()
    count = 0
  }

  private static func sql(rows: Int) -> String {
    "INSERT INTO reading (id, series, value, raw, lag) VALUES "
      + Array(repeating: "(?, ?, ?, ?, ?)", count: rows).joined(separator: ", ")
  }
}

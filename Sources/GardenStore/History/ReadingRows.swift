import GRDB

/// Readings on their way into their table, many to a statement: a statement for each costs twice the processor time.
///
/// For ids above all that are in the table, in rising order; no such row can be in the way of another.
struct ReadingRows {
  private static let perStatement = 50
  private static let sql =
    "INSERT INTO reading (id, series, value, raw, lag) VALUES "
    + Array(repeating: "(?, ?, ?, ?, ?)", count: perStatement).joined(separator: ", ")

  /// Five to a row.
  private var values: [(any DatabaseValueConvertible)?] = []

  init() { values.reserveCapacity(Self.perStatement * 5) }

  mutating func add(
    id: Int64, series: Int64, value: Double, raw: Double?, lag: Int64?, to db: Database
  ) throws {
    values.append(id)
    values.append(series)
    values.append(value)
    values.append(raw)
    values.append(lag)
    guard values.count == Self.perStatement * 5 else { return }
    try Self.execute(Self.sql, values, db)
    values.removeAll(keepingCapacity: true)
  }

  /// Writes what is left, row by row.
  mutating func finish(_ db: Database) throws {
    for start in stride(from: 0, to: values.count, by: 5) {
      try Self.execute(
        "INSERT INTO reading (id, series, value, raw, lag) VALUES (?, ?, ?, ?, ?)",
        Array(values[start..<start + 5]), db)
    }
    values.removeAll(keepingCapacity: true)
  }

  private static func execute(_ sql: String, _ values: [(any DatabaseValueConvertible)?], _ db: Database)
    throws
  {
    let statement = try db.cachedStatement(sql: sql)
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
  }
}

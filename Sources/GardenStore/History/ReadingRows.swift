import SQLite

/// Readings on their way into their table, many to a statement: a statement for each costs twice the processor time.
///
/// For ids above all that are in the table, in rising order; no such row can be in the way of another.
struct ReadingRows {
  private static let perStatement = 50

  /// Measured when it came, and not calibrated: what most readings are.
  private var plain = Waiting(form: .plain)
  private var full = Waiting(form: .full)

  mutating func add(
    id: Int64, series: Int64, value: Double, raw: Double?, lag: Int64?, to db: Database
  ) throws {
    if raw == nil, lag == 0 {
      plain.append(id, series, value)
      if plain.isFull { try plain.execute(try db.cachedStatement(sql: Waiting.Form.plain.statement)) }
    } else {
      full.append(id, series, value)
      full.values.append(raw)
      full.values.append(lag)
      if full.isFull { try full.execute(try db.cachedStatement(sql: Waiting.Form.full.statement)) }
    }
  }

  /// Writes what is left.
  mutating func finish(_ db: Database) throws {
    try plain.finish(db)
    try full.finish(db)
  }

  /// Rows of one form that wait for their statement.
  private struct Waiting {
    struct Form {
      let row: String
      let statement: String

      static let plain = Form(row: "(?, ?, ?, NULL, 0)")
      static let full = Form(row: "(?, ?, ?, ?, ?)")

      init(row: String) {
        self.row = row
        statement = Self.sql(row, count: ReadingRows.perStatement)
      }

      static func sql(_ row: String, count: Int) -> String {
        "INSERT INTO reading (id, series, value, raw, lag) VALUES "
          + Array(repeating: row, count: count).joined(separator: ", ")
      }
    }

    let form: Form
    var values: [(any DatabaseValueConvertible)?] = []
    private var count = 0

    init(form: Form) { self.form = form }

    var isFull: Bool { count == ReadingRows.perStatement }

    mutating func append(_ id: Int64, _ series: Int64, _ value: Double) {
      values.append(id)
      values.append(series)
      values.append(value)
      count += 1
    }

    mutating func finish(_ db: Database) throws {
      if count > 0 { try execute(try db.makeStatement(sql: Form.sql(form.row, count: count))) }
    }

    mutating func execute(_ statement: Statement) throws {
      try statement.execute(values)
      values.removeAll(keepingCapacity: true)
      count = 0
    }
  }
}

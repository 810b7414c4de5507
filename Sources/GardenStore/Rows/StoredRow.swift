import SQLite

/// A column that does not hold what this version can read.
struct UnreadableColumn: Error, CustomStringConvertible {
  let column: String
  var description: String { "column \(column)" }
}

/// Reads typed values out of a row without trusting it.
struct StoredRow {
  let row: Row

  func callAsFunction<Value: Storable>(_ column: String) throws(UnreadableColumn) -> Value {
    guard let stored = try? row.value(column), let value = Value.restored(from: stored) else {
      throw UnreadableColumn(column: column)
    }
    return value
  }
}

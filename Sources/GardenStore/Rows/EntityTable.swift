import GRDB

/// One table of entities: its columns in the order in which values are bound.
struct EntityTable: Sendable {
  typealias Values = [(any DatabaseValueConvertible)?]

  let name: String
  let columns: [String]
  /// Writes the entity whole, over what stood there.
  let write: String
  let read: String

  init(_ name: String, _ columns: [String], order: String) {
    self.name = name
    self.columns = columns
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    write = "INSERT OR REPLACE INTO \(name) (\(list)) VALUES (\(places))"
    read = "SELECT \(list) FROM \(name) ORDER BY \(order)"
  }

  func put(_ values: Values, in db: Database) throws {
    try db.run(write, values)
  }

  /// Every row that can be read. A row that cannot stays where it is and is named in `unreadable`.
  func all<T>(
    in db: Database, unreadable: inout [String], _ make: (StoredRow) throws(UnreadableColumn) -> T
  ) throws -> [T] {
    var entities: [T] = []
    let rows = try Row.fetchCursor(db, sql: read)
    while let row = try rows.next() {
      do throws(UnreadableColumn) {
        entities.append(try make(StoredRow(row: row)))
      } catch {
        let key: DatabaseValue = row[0]
        unreadable.append("\(name) \(key): column \(error.column)")
      }
    }
    return entities
  }
}

extension Database {
  func run(_ sql: String, _ values: EntityTable.Values) throws {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }
}

import SQLite

/// One column of an entity: how it is written and how it is read, in one place.
struct Column<Entity: Sendable>: Sendable {
  let name: String
  let write: @Sendable (Entity) throws -> DatabaseValue
  /// Whether this version can read what stands there.
  let read: @Sendable (inout Entity, DatabaseValue) -> Bool

  init<Value: Storable>(
    _ name: String, _ get: @escaping @Sendable (Entity) -> Value,
    _ set: @escaping @Sendable (inout Entity, Value) -> Void
  ) {
    self.name = name
    write = { try get($0).stored() }
    read = { entity, stored in
      guard let value = Value.restored(from: stored) else { return false }
      set(&entity, value)
      return true
    }
  }

  /// Inlined, so that the path is known where the closures are made: one that is followed at run time costs as much as the statement.
  @inline(__always)
  init<Value: Storable>(_ name: String, _ path: any WritableKeyPath<Entity, Value> & Sendable) {
    self.init(name, { $0[keyPath: path] }, { $0[keyPath: path] = $1 })
  }

  /// Of a part that may be absent. Its first column has a `blank` part, and says by its presence that it is there.
  init<Part: Sendable, Value: Storable>(
    _ name: String, of part: any WritableKeyPath<Entity, Part?> & Sendable,
    _ path: any WritableKeyPath<Part, Value> & Sendable, blank: Part? = nil
  ) {
    self.name = name
    write = { try $0[keyPath: part]?[keyPath: path].stored() ?? .null }
    read = { entity, stored in
      if let blank, !stored.isNull { entity[keyPath: part] = blank }
      guard entity[keyPath: part] != nil else { return true }
      guard let value = Value.restored(from: stored) else { return false }
      entity[keyPath: part]?[keyPath: path] = value
      return true
    }
  }
}

/// One table of entities. The first column names the entity.
struct EntityTable<Entity: Sendable>: Sendable {
  private let name: String
  private let columns: [Column<Entity>]
  private let blank: Entity
  /// Writes the entity whole, over what stood there.
  private let write: String
  private let read: String
  private let remove: String

  init(_ name: String, blank: Entity, order: String? = nil, _ columns: [Column<Entity>]) {
    self.name = name
    self.columns = columns
    self.blank = blank
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let list = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
    write = "INSERT OR REPLACE INTO \(name) (\(list)) VALUES (\(places))"
    read = "SELECT \(list) FROM \(name) ORDER BY \(order ?? columns[0].name)"
    remove = "DELETE FROM \(name) WHERE \(columns[0].name) = ?"
  }

  /// - Throws: ``StoreError/unstorable(_:)`` of a number that is none: SQLite would keep nothing in its place.
  func put(_ entity: Entity, in db: Database) throws {
    var values: [(any DatabaseValueConvertible)?] = []
    values.reserveCapacity(columns.count)
    for column in columns {
      let value = try? column.write(entity)
      if let value, !value.isNoNumber { values.append(value) } else { throw unstorable(entity) }
    }
    try db.run(write, values)
  }

  private func unstorable(_ entity: Entity) -> StoreError {
    let key = (try? columns[0].write(entity)) ?? .null
    return .unstorable("\(name) \(String.fromDatabaseValue(key) ?? "\(key)"): not a number")
  }

  func remove(_ key: some Storable, in db: Database) throws { try db.run(remove, [try key.stored()]) }

  /// Every row that can be read. A row that cannot stays where it is and is named in `unreadable`.
  func all(in db: Database, unreadable: inout [String]) throws -> [Entity] {
    var entities: [Entity] = []
    try Row.forEach(db, sql: read) { row in
      var entity = blank
      let unread = zip(columns, row.values).first { column, value in !column.read(&entity, value) }
      if let unread {
        unreadable.append("\(name) \(row.values[0]): column \(unread.0.name)")
      } else {
        entities.append(entity)
      }
    }
    return entities
  }
}

extension DatabaseValue {
  fileprivate var isNoNumber: Bool {
    if case .real(let number) = self { number.isNaN } else { false }
  }
}

extension Database {
  func run(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws {
    try cachedStatement(sql: sql).execute(values)
  }
}

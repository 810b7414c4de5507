/// One row of a result, a copy of what stands in the file.
package struct Row: Sendable {
  let columns: Statement.Columns
  /// From left to right.
  package let values: [DatabaseValue]

  /// - Throws: ``DatabaseError`` where the column is not there or holds something else: a damaged file may hold anything.
  package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
    get throws(DatabaseError) { try converted(try value(name), name) }
  }

  /// `nil`: NULL.
  package subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value? {
    get throws(DatabaseError) {
      let value = try value(name)
      return value.isNull ? nil : try converted(value, name) as Value
    }
  }

  package subscript<Value: DatabaseValueConvertible>(_ place: Int) -> Value {
    get throws(DatabaseError) { try converted(try value(place), "\(place)") }
  }

  package subscript<Value: DatabaseValueConvertible>(_ place: Int) -> Value? {
    get throws(DatabaseError) {
      let value = try value(place)
      return value.isNull ? nil : try converted(value, "\(place)") as Value
    }
  }

  private func value(_ place: Int) throws(DatabaseError) -> DatabaseValue {
    guard values.indices.contains(place) else {
      throw DatabaseError(extendedResultCode: .mismatch, message: "no column \(place)")
    }
    return values[place]
  }

  /// What stands there, NULL too.
  package func value(_ name: String) throws(DatabaseError) -> DatabaseValue {
    guard let place = columns.names.firstIndex(of: name) else {
      throw DatabaseError(extendedResultCode: .mismatch, message: "no column \(name)")
    }
    return values[place]
  }

  private func converted<Value: DatabaseValueConvertible>(
    _ value: DatabaseValue, _ name: String
  ) throws(DatabaseError) -> Value {
    if let converted = Value.fromDatabaseValue(value) { return converted }
    throw DatabaseError(
      extendedResultCode: .mismatch, message: "column \(name) does not hold what it must")
  }
}

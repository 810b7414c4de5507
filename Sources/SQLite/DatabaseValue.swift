/// What stands in one column of a row. Source: SQLite, "Datatypes In SQLite" §2.
package enum DatabaseValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package var isNull: Bool { self == .null }
}

extension DatabaseValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

/// A type that fills a column.
package protocol DatabaseValueConvertible: Sendable {
  var databaseValue: DatabaseValue { get }
  /// `nil`: something else stands there.
  static func fromDatabaseValue(_ value: DatabaseValue) -> Self?
}

extension DatabaseValue: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { self }
  package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? { value }
}

extension DatabaseValueConvertible where Self: FixedWidthInteger {
  /// Every integer type that conforms fits into 64 bits.
  package var databaseValue: DatabaseValue { .integer(Int64(clamping: self)) }
  package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    switch value {
    case .integer(let number): Self(exactly: number)
    case .real(let number): Self(exactly: number)
    case .null, .text, .blob: nil
    }
  }
}

extension Int: DatabaseValueConvertible {}
extension Int64: DatabaseValueConvertible {}
extension UInt32: DatabaseValueConvertible {}
extension UInt8: DatabaseValueConvertible {}

extension Double: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .real(self) }
  package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: nil
    }
  }
}

extension Bool: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
  package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(value).map { $0 != 0 }
  }
}

extension String: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .text(self) }
  package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    if case .text(let text) = value { text } else { nil }
  }
}

extension [UInt8]: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .blob(self) }
  package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    if case .blob(let bytes) = value { bytes } else { nil }
  }
}

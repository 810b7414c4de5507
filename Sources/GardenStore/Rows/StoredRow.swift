import Foundation
import GRDB
import GardenCore

/// A column that does not hold what this version can read.
struct UnreadableColumn: Error {
  let column: String
}

/// Reads typed values out of a row without trusting it.
struct StoredRow {
  let row: Row

  private func value<T: DatabaseValueConvertible>(_ column: String) throws(UnreadableColumn) -> T? {
    guard row.hasColumn(column) else { throw UnreadableColumn(column: column) }
    let stored: DatabaseValue = row[column]
    if stored.isNull { return nil }
    guard let value = T.fromDatabaseValue(stored) else { throw UnreadableColumn(column: column) }
    return value
  }

  private func present<T>(_ value: T?, _ column: String) throws(UnreadableColumn) -> T {
    guard let value else { throw UnreadableColumn(column: column) }
    return value
  }

  func optionalText(_ column: String) throws(UnreadableColumn) -> String? { try value(column) }
  func optionalInteger(_ column: String) throws(UnreadableColumn) -> Int64? { try value(column) }
  func optionalReal(_ column: String) throws(UnreadableColumn) -> Double? { try value(column) }

  func bytes(_ column: String) throws(UnreadableColumn) -> [UInt8]? {
    let data: Data? = try value(column)
    return data.map { [UInt8]($0) }
  }

  func text(_ column: String) throws(UnreadableColumn) -> String {
    try present(try optionalText(column), column)
  }
  func integer(_ column: String) throws(UnreadableColumn) -> Int64 {
    try present(try optionalInteger(column), column)
  }
  func count(_ column: String) throws(UnreadableColumn) -> Int {
    try present(Int(exactly: try integer(column)), column)
  }
  func flag(_ column: String) throws(UnreadableColumn) -> Bool { try integer(column) != 0 }
  func real(_ column: String) throws(UnreadableColumn) -> Double {
    try present(try optionalReal(column), column)
  }

  func optionalTime(_ column: String) throws(UnreadableColumn) -> Timestamp? {
    try optionalInteger(column).map(Timestamp.init(milliseconds:))
  }
  func time(_ column: String) throws(UnreadableColumn) -> Timestamp {
    Timestamp(milliseconds: try integer(column))
  }

  func optionalID(_ column: String) throws(UnreadableColumn) -> UniqueID? {
    guard let text = try optionalText(column) else { return nil }
    return try present(UniqueID(text), column)
  }
  func id(_ column: String) throws(UnreadableColumn) -> UniqueID {
    try present(try optionalID(column), column)
  }

  func optionalChoice<T: RawRepresentable>(
    _ column: String, _: T.Type = T.self
  ) throws(UnreadableColumn) -> T? where T.RawValue == UInt8 {
    guard let stored = try optionalInteger(column) else { return nil }
    return try present(UInt8(exactly: stored).flatMap(T.init(rawValue:)), column)
  }
  func choice<T: RawRepresentable>(
    _ column: String, _: T.Type = T.self
  ) throws(UnreadableColumn) -> T where T.RawValue == UInt8 {
    try present(try optionalChoice(column), column)
  }

  func nested<T: Decodable>(_ column: String, _: T.Type = T.self) throws(UnreadableColumn) -> T {
    try present(NestedColumn.decode(T.self, try text(column)), column)
  }
}

extension UnreadableColumn: CustomStringConvertible {
  var description: String { "column \(column)" }
}

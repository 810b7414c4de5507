import FoundationEssentials
import SQLite
import GardenCore
import MQTTTypes

/// A value that fills one column.
protocol Storable: Sendable {
  func stored() throws -> DatabaseValue
  /// `nil`: this version cannot read it.
  static func restored(from stored: DatabaseValue) -> Self?
}

extension Storable where Self: DatabaseValueConvertible {
  func stored() -> DatabaseValue { databaseValue }
  static func restored(from stored: DatabaseValue) -> Self? { fromDatabaseValue(stored) }
}

extension String: Storable {}
extension Int: Storable {}
extension Int64: Storable {}
extension UInt32: Storable {}
extension Double: Storable {}
extension Bool: Storable {}

/// A column of bytes. A list's own column is JSON text.
struct Bytes: Storable {
  var bytes: [UInt8]

  func stored() -> DatabaseValue { .blob(bytes) }
  static func restored(from stored: DatabaseValue) -> Self? {
    [UInt8].fromDatabaseValue(stored).map(Self.init)
  }
}

extension Storable where Self: RawRepresentable, RawValue == UInt8 {
  func stored() -> DatabaseValue { rawValue.databaseValue }
  static func restored(from stored: DatabaseValue) -> Self? {
    UInt8.fromDatabaseValue(stored).flatMap(Self.init(rawValue:))
  }
}

extension Quantity: Storable {}
extension DeviceKind: Storable {}
extension AppMessage.Kind: Storable {}
extension Outcome.Code: Storable {}
extension ReminderMemory.Kind: Storable {}
extension ReminderMemory.State: Storable {}
extension LeaseMemory.Reason: Storable {}
extension LeaseMemory.Phase: Storable {}
extension LeaseMemory.End: Storable {}
extension LeaseEvidence: Storable {}
extension ValveTrouble: Storable {}
extension Interruption: Storable {}
extension HeaterMemory.Phase: Storable {}
extension HeaterMemory.End: Storable {}
extension HeatTrouble: Storable {}
extension CountdownMemory.End: Storable {}
extension WarmingMemory.End: Storable {}
extension HeatFailure: Storable {}
extension HoldMemory.Kind: Storable {}
extension Handling.Rank: Storable {}
extension Role: Storable {}
extension AccountMemory.Phase: Storable {}
extension QoS: Storable {}

extension Optional: Storable where Wrapped: Storable {
  func stored() throws -> DatabaseValue { try self?.stored() ?? .null }
  static func restored(from stored: DatabaseValue) -> Wrapped?? {
    stored.isNull ? .some(nil) : Wrapped.restored(from: stored).map(Optional.some)
  }
}

extension Timestamp: Storable {
  func stored() -> DatabaseValue { milliseconds.databaseValue }
  static func restored(from stored: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(stored).map(Self.init(milliseconds:))
  }
}

extension Uptime: Storable {
  func stored() -> DatabaseValue { milliseconds.databaseValue }
  static func restored(from stored: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(stored).map(Self.init(milliseconds:))
  }
}

extension Duration: Storable {
  func stored() -> DatabaseValue { milliseconds.databaseValue }
  static func restored(from stored: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(stored).map { .milliseconds($0) }
  }
}

extension UniqueID: Storable {
  func stored() -> DatabaseValue { description.databaseValue }
  static func restored(from stored: DatabaseValue) -> Self? {
    String.fromDatabaseValue(stored).flatMap { Self($0) }
  }
}

extension BootID: Storable {
  func stored() -> DatabaseValue { id.stored() }
  static func restored(from stored: DatabaseValue) -> Self? { UniqueID.restored(from: stored).map(Self.init) }
}

/// Small arrays inside an entity, as JSON text: nobody queries them, and a later version can add a field with a default.
///
/// Keys are part of the file format. Readable with SQLite's own `json_each`.
struct Nested<Value: Codable & Sendable>: Storable {
  var value: Value

  func stored() throws -> DatabaseValue {
    String(decoding: try nestedEncoder.encode(value), as: UTF8.self).databaseValue
  }

  static func restored(from stored: DatabaseValue) -> Self? {
    guard let text = String.fromDatabaseValue(stored) else { return nil }
    return (try? JSONDecoder().decode(Value.self, from: Data(text.utf8))).map(Self.init)
  }
}

private let nestedEncoder = {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return encoder
}()

extension [String]: Storable {
  func stored() throws -> DatabaseValue { try isEmpty ? "[]".databaseValue : Nested(value: self).stored() }
  static func restored(from stored: DatabaseValue) -> Self? {
    Nested<[String]>.restored(from: stored)?.value
  }
}

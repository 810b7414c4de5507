private import CSimdJSON

/// Keys that are looked up together: one pass over an object's fields finds them all. Made once, used for every message.
package struct FieldTable: Sendable, Hashable {
  /// In the order of ``FoundFields``; each key once.
  package let keys: [String]
  private let bytes: [UInt8]
  private let ends: [UInt32]
  private let ofLength: [UInt64]

  /// Keys behind the first 64 are looked up one by one.
  static let gathered = 64

  /// A key that stands there twice has one place.
  package init(_ keys: [String]) {
    var distinct: [String] = []
    for key in keys where !distinct.contains(where: { $0.utf8.elementsEqual(key.utf8) }) {
      distinct.append(key)
    }
    self.keys = distinct
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    var ofLength = [UInt64](repeating: 0, count: 65)
    for (i, key) in distinct.prefix(Self.gathered).enumerated() {
      bytes += key.utf8
      ends.append(UInt32(bytes.count))
      ofLength[min(key.utf8.count, 64)] |= 1 << UInt64(i)
    }
    self.bytes = bytes
    self.ends = ends
    self.ofLength = ofLength
  }

  /// The place of a key in ``keys`` and ``FoundFields``.
  package func index(of key: String) -> Int? {
    keys.firstIndex { $0.utf8.elementsEqual(key.utf8) }
  }

  fileprivate func withKeys(_ body: (UnsafePointer<loam_json_keys>) -> Void) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe ofLength.withUnsafeBufferPointer { ofLength in
          var keys = unsafe loam_json_keys(
            bytes: bytes.baseAddress, ends: ends.baseAddress, count: ends.count,
            of_length: ofLength.baseAddress)
          unsafe body(&keys)
        }
      }
    }
  }
}

/// What one object has under the keys of a ``FieldTable``. Valid inside the call that brings it.
@safe
package struct FoundFields: ~Copyable {
  private let object: JSONValue
  private let table: FieldTable
  private let slots: UnsafeMutableBufferPointer<loam_json_slot>

  fileprivate init(
    _ object: JSONValue, _ table: FieldTable, _ slots: UnsafeMutableBufferPointer<loam_json_slot>
  ) {
    self.object = object
    self.table = table
    unsafe self.slots = unsafe slots
  }

  /// The value of a key, as by ``JSONValue/subscript(_:)-(String)``: `nil` where it is absent, ``JSONValue/Kind/doubled`` where it
  /// stands there more than once.
  package subscript(_ index: Int) -> JSONValue? {
    guard unsafe index < slots.count else { return object[table.keys[index]] }
    let slot = unsafe slots[index]
    return object.member(slot.value, found: slot.found)
  }
}

extension JSONValue {
  /// Looks up all keys of the table and calls `body` with what was found; where this is no object, nothing is.
  package func withFields(_ table: FieldTable, _ body: (borrowing FoundFields) -> Void) {
    let count = min(table.keys.count, FieldTable.gathered)
    unsafe withUnsafeTemporaryAllocation(of: loam_json_slot.self, capacity: count) { slots in
      unsafe slots.initialize(repeating: loam_json_slot())
      unsafe table.withKeys { keys in unsafe gather(keys, slots) }
      body(unsafe FoundFields(self, table, slots))
    }
  }
}

private import CSimdJSON

/// Keys that are looked up together: one pass over an object's fields finds them all. Made once, used for every message.
package struct FieldTable: Sendable, Hashable {
  /// In the order of ``FoundFields``; each key once.
  package let keys: [String]
  private let bytes: [UInt8]
  private let ends: [UInt32]
  private let ofLength: [UInt64]

  package static let keysMax = 64

  /// A key that stands there twice has one place; keys behind the first ``keysMax`` have none.
  package init(_ keys: [String]) {
    var distinct: [String] = []
    for key in keys where distinct.count < Self.keysMax {
      if !distinct.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { distinct.append(key) }
    }
    self.keys = distinct
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    var ofLength = [UInt64](repeating: 0, count: 65)
    for (i, key) in distinct.enumerated() {
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

  fileprivate func withKeys(_ body: (UnsafePointer<loam_json_keys>) -> Bool) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe ofLength.withUnsafeBufferPointer { ofLength in
          var keys = unsafe loam_json_keys(
            bytes: bytes.baseAddress, ends: ends.baseAddress, count: ends.count,
            of_length: ofLength.baseAddress)
          return unsafe body(&keys)
        }
      }
    }
  }
}

/// What one object has under the keys of a ``FieldTable``. Valid inside the call that brings it.
@safe
package struct FoundFields: ~Copyable {
  private let object: JSONValue
  /// Empty where the object holds nothing.
  private let slots: UnsafeMutableBufferPointer<loam_json_slot>

  fileprivate init(_ object: JSONValue, _ slots: UnsafeMutableBufferPointer<loam_json_slot>) {
    self.object = object
    unsafe self.slots = unsafe slots
  }

  /// The value of a key by its place, as by ``JSONValue/subscript(_:)-(String)``: `nil` where it is absent,
  /// ``JSONValue/Kind/doubled`` where it stands there more than once.
  package subscript(_ index: Int) -> JSONValue? {
    let slot = unsafe index < slots.count ? slots[index] : loam_json_slot()
    return object.member(slot.value, found: slot.found)
  }

  /// The same as ``JSONValue/number``; `nil` where the key is absent.
  package func number(_ index: Int) -> NumberReading? {
    if unsafe index < slots.count, unsafe slots[index].is_number == 1, object.isReadable {
      object.noteLook(at: unsafe slots[index].value.words.1)
      return unsafe .value(slots[index].number, unit: nil)
    }
    return self[index]?.number
  }
}

extension JSONValue {
  /// Looks up all keys of the table and calls `body` with what was found; where this is no object, nothing is.
  package func withFields(_ table: FieldTable, _ body: (borrowing FoundFields) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: loam_json_slot.self, capacity: table.keys.count) { slots in
      let isGathered = unsafe table.withKeys { keys in unsafe gather(keys, slots) }
      body(unsafe FoundFields(self, isGathered ? slots : UnsafeMutableBufferPointer(start: nil, count: 0)))
    }
  }
}

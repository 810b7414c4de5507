/// The rules of the protobuf wire format, written down a second time, so that what a decoder took for a message can be checked.
///
/// Source: protobuf.dev, "Encoding".
enum ProtobufWire {
  /// Whether the bytes are fields from the first to the last, groups closed.
  static func isMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    var open: [UInt64] = []
    while !rest.isEmpty {
      guard let key = varint(&rest), key >> 3 > 0, key >> 3 < 1 << 29 else { return false }
      switch key & 7 {
      case 0: guard varint(&rest) != nil else { return false }
      case 1: guard skip(8, &rest) else { return false }
      case 2: guard let count = varint(&rest), count <= 1 << 20, skip(Int(count), &rest) else { return false }
      case 3: open.append(key >> 3)
      case 4: guard open.popLast() == key >> 3 else { return false }
      case 5: guard skip(4, &rest) else { return false }
      default: return false
      }
    }
    return open.isEmpty
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private static func skip(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard count <= rest.count else { return false }
    rest = rest.dropFirst(count)
    return true
  }
}

/// Writes the fields of a protobuf message one after the other.
///
/// Source: protobuf.dev, "Encoding".
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func whole(_ number: UInt64, _ value: UInt64) {
    varint(number << 3)
    varint(value)
  }

  /// The bits of a `Double` or a `Float`.
  mutating func fixed<Bits: FixedWidthInteger>(_ number: UInt64, _ bits: Bits) {
    varint(number << 3 | (Bits.bitWidth == 64 ? 1 : 5))
    for shift in stride(from: 0, to: Bits.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// A text, or a message of its own.
  mutating func part(_ number: UInt64, _ part: some Collection<UInt8>) {
    varint(number << 3 | 2)
    varint(UInt64(part.count))
    bytes += part
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

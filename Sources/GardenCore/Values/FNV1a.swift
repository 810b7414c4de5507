/// The hash FNV-1a. Source: RFC 9923, "The FNV Non-Cryptographic Hash Algorithm".
package enum FNV1a {
  package static func hash32(_ bytes: Span<UInt8>) -> UInt32 {
    hash(bytes, from: 0x811C_9DC5, by: 0x0100_0193)
  }

  package static func hash64(_ bytes: Span<UInt8>) -> UInt64 {
    hash(bytes, from: 0xCBF2_9CE4_8422_2325, by: 0x100_0000_01B3)
  }

  package static func hash128(_ bytes: Span<UInt8>) -> UInt128 {
    hash(bytes, from: 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D, by: 1 << 88 | 0x13B)
  }

  private static func hash<Bits: FixedWidthInteger>(_ bytes: Span<UInt8>, from basis: Bits, by prime: Bits)
    -> Bits
  {
    var hash = basis
    for i in bytes.indices { hash = (hash ^ Bits(bytes[i])) &* prime }
    return hash
  }
}

/// How a version holds bytes at level M: blocks, and codewords for error correction in each (ISO/IEC 18004:2015, tables 7 and 9).
struct QRLayout {
  let version: Int
  private let blocks: Int
  /// Codewords for error correction in each block.
  private let correction: Int
  /// Codewords of data in all.
  private let data: Int

  private static let all: [QRLayout] = [
    (1, 10, 16), (1, 16, 28), (1, 26, 44), (2, 18, 64), (2, 24, 86), (4, 16, 108), (4, 18, 124), (4, 22, 154),
    (5, 22, 182), (5, 26, 216), (5, 30, 254), (8, 22, 290), (9, 22, 334), (9, 24, 365), (10, 24, 415),
  ].enumerated().map { QRLayout(version: $0 + 1, blocks: $1.0, correction: $1.1, data: $1.2) }

  static func smallest(for count: Int) -> QRLayout? {
    all.first { count + ($0.version < 10 ? 2 : 3) <= $0.data }
  }

  /// Data with their correction, in the order in which they are drawn (7.6).
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    let data = dataCodewords(of: bytes)
    let short = self.data / blocks
    let shorts = blocks - self.data % blocks
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    for block in 0..<blocks {
      let count = short + (block < shorts ? 0 : 1)
      parts.append(data[start..<start + count])
      start += count
    }
    let code = ReedSolomon(correction)
    let corrections = parts.map(code.remainder)
    var all: [UInt8] = []
    for i in 0...short { for part in parts where i < part.count { all.append(part[part.startIndex + i]) } }
    for i in 0..<correction { for part in corrections { all.append(part[i]) } }
    return all
  }

  /// Byte mode: its mark, the count, the bytes; then filled up (7.4).
  private func dataCodewords(of bytes: [UInt8]) -> [UInt8] {
    let head = version < 10 ? [UInt8(bytes.count)] : [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    let all = head + bytes
    // The mark has four bits, so all that follows is shifted by four; the terminator fills the last half.
    var words: [UInt8] = [0x40 | all[0] >> 4]
    for i in all.indices { words.append(all[i] << 4 | (i + 1 < all.count ? all[i + 1] >> 4 : 0)) }
    var isFirst = true
    while words.count < data {
      words.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    return words
  }
}

/// Reed and Solomon's code over GF(256) with the polynomial 0x11D (7.5.2, annex A).
struct ReedSolomon {
  private let divisor: [UInt8]

  /// - Parameter count: codewords for error correction.
  init(_ count: Int) {
    var divisor = Array(repeating: UInt8(0), count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for i in divisor.indices {
        divisor[i] = Self.product(divisor[i], root)
        if i + 1 < divisor.count { divisor[i] ^= divisor[i + 1] }
      }
      root = Self.product(root, 2)
    }
    self.divisor = divisor
  }

  func remainder(of data: ArraySlice<UInt8>) -> [UInt8] {
    var rest = Array(repeating: UInt8(0), count: divisor.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for i in rest.indices { rest[i] ^= Self.product(divisor[i], factor) }
    }
    return rest
  }

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      product ^= Int(b >> UInt8(bit) & 1) * Int(a)
    }
    return UInt8(product)
  }
}

/// A short text in which a device speaks of itself: at most 32 bytes of UTF-8, in one line. Plain bits.
package struct DeviceWord: Sendable, Hashable {
  package static let bytesMax = 32

  private var parts: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var count = 0

  package init() {}

  package init(_ text: String) {
    self.init()
    append(text.utf8Span.span)
  }

  /// Adds what fits. Whatever is no visible character becomes a blank.
  package mutating func append(_ text: Span<UInt8>) {
    for i in text.indices {
      // A letter of several bytes is taken whole or not at all.
      if text[i] >= 0xC0, count + Self.length(ofLetterFrom: text[i]) > Self.bytesMax { return }
      guard count < Self.bytesMax else { return }
      put(text[i] < 0x20 || text[i] == 0x7F ? 0x20 : text[i])
    }
  }

  private static func length(ofLetterFrom lead: UInt8) -> Int { lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2 }

  private mutating func put(_ byte: UInt8) {
    let bits = UInt64(byte) << UInt64(count % 8 * 8)
    switch count / 8 {
    case 0: parts.0 |= bits
    case 1: parts.1 |= bits
    case 2: parts.2 |= bits
    default: parts.3 |= bits
    }
    count += 1
  }

  package var isEmpty: Bool { count == 0 }

  package var text: String {
    let all = [parts.0, parts.1, parts.2, parts.3]
    return String(
      decoding: (0..<count).map { UInt8(truncatingIfNeeded: all[$0 / 8] >> UInt64($0 % 8 * 8)) },
      as: UTF8.self)
  }

  package static func == (a: DeviceWord, b: DeviceWord) -> Bool { a.count == b.count && a.parts == b.parts }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(parts.0)
    hasher.combine(parts.1)
    hasher.combine(parts.2)
    hasher.combine(parts.3)
  }
}

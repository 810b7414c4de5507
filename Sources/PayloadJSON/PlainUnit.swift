/// A unit as physicists write it, in the spelling of devices: `µS⋅cm⁻¹` is `uS/cm`, `m³·m⁻³` is `m3/m3`.
struct PlainUnit {
  static let bytesMax = 32

  private var bytes = [32 of UInt8](repeating: 0)
  private var count = 0

  func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(bytes.span.extracting(0..<count)) }

  /// `nil`: longer than any unit.
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= Self.bytesMax else { return nil }
    var plain = [32 of UInt8](repeating: 0)
    var length = 0
    var at = range.lowerBound
    while at < range.upperBound {
      let (byte, width) = Self.letter(text, at, range.upperBound)
      if byte != 0 {
        plain[length] = byte
        length += 1
      }
      at += width
    }
    take(plain.span.extracting(0..<length), isBelow: false)
    take(plain.span.extracting(0..<length), isBelow: true)
  }

  /// The factors of the upper or the lower side; those below have a negative exponent, or stand behind a slash.
  private mutating func take(_ text: Span<UInt8>, isBelow: Bool) {
    var start = 0
    var isBehindSlash = false
    for i in 0...text.count where i == text.count || text[i] == Self.dot || text[i] == Self.slash {
      var end = i
      var isNegative = false
      for at in start..<i where text[at] == UInt8(ascii: "-") {
        isNegative = true
        end = at
      }
      if start < i, (isNegative != isBehindSlash) == isBelow {
        if isBelow, !hasSlash { put(Self.slash) }
        for at in start..<end { put(text[at]) }
        // An exponent of −1 is no more than the slash.
        if isNegative, end + 1 < i, text[end + 1] != UInt8(ascii: "1") {
          for at in (end + 1)..<i { put(text[at]) }
        }
      }
      if i < text.count { isBehindSlash = text[i] == Self.slash }
      start = i + 1
    }
  }

  private var hasSlash: Bool {
    for i in 0..<count where bytes[i] == Self.slash { return true }
    return false
  }

  private mutating func put(_ byte: UInt8) {
    guard count < Self.bytesMax else { return }
    bytes[count] = byte
    count += 1
  }

  private static let dot = UInt8(ascii: ".")
  private static let slash = UInt8(ascii: "/")

  /// A letter in ASCII, 0 for one that is left out, and its bytes in the text.
  private static func letter(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> (UInt8, Int) {
    let first = text[at]
    func next(_ offset: Int) -> UInt8 { at + offset < end ? text[at + offset] : 0 }
    switch (first, next(1), next(2)) {
    case (UInt8(ascii: "^"), _, _): return (0, 1)
    case (UInt8(ascii: " "), _, _), (UInt8(ascii: "*"), _, _): return (dot, 1)
    case (0xC2, 0xB5, _), (0xCE, 0xBC, _): return (UInt8(ascii: "u"), 2)
    case (0xC2, 0xB0, _), (0xC2, 0xBA, _): return (0, 2)
    case (0xC2, 0xB9, _): return (UInt8(ascii: "1"), 2)
    case (0xC2, 0xB2, _): return (UInt8(ascii: "2"), 2)
    case (0xC2, 0xB3, _): return (UInt8(ascii: "3"), 2)
    case (0xC2, 0xB7, _), (0xC3, 0x97, _): return (dot, 2)
    case (0xE2, 0x81, 0xBB), (0xE2, 0x88, 0x92): return (UInt8(ascii: "-"), 3)
    case (0xE2, 0x8B, 0x85), (0xE2, 0x88, 0x99), (0xE2, 0x80, 0xA2): return (dot, 3)
    case (0xE2, 0x81, 0x84), (0xE2, 0x88, 0x95): return (slash, 3)
    default: return (first, 1)
    }
  }
}

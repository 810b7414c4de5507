/// Text of several scripts: a space stands where a Han character meets a Latin letter or a digit.
///
/// Source: W3C, Requirements for Chinese Text Layout, 3.2.2.
struct HanText {
  private(set) var text = ""

  /// Adds a part, and a space before it where the scripts ask for one.
  mutating func append(_ part: some StringProtocol) {
    if let last = text.unicodeScalars.last, let first = part.unicodeScalars.first,
      Self.isHan(last) && Self.isNarrow(first) || Self.isHan(first) && Self.isNarrow(last)
    {
      text += " "
    }
    text += part
  }

  private static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  private static func isNarrow(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x1100
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "%")
  }
}

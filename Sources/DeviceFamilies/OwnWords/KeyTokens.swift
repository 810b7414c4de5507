import PayloadJSON

/// The words of which a key is made: `soilMoisture_error2` is *soil*, *moisture* and *error*.
struct KeyTokens {
  /// A key of more words is none of ours.
  static let countMax = 6

  private var starts = [6 of UInt8](repeating: 0)
  private var ends = [6 of UInt8](repeating: 0)
  private(set) var count = 0

  /// `nil`: a key that is too long, or has too many words.
  init?(_ key: Span<UInt8>) {
    guard key.count <= 64 else { return nil }
    var start: Int?
    for i in 0...key.count {
      let isLetter = i < key.count && Self.isLetter(key[i])
      let isBorder = i < key.count && i > 0 && Self.isUpper(key[i]) && !Self.isUpper(key[i - 1])
      if let from = start, !isLetter || isBorder {
        guard count < Self.countMax else { return nil }
        starts[count] = UInt8(from)
        ends[count] = UInt8(i)
        count += 1
        start = nil
      }
      if isLetter, start == nil { start = i }
    }
  }

  subscript(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(ends[index]) }

  private static func isUpper(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  /// Digits divide words as underscores do; letters of other scripts belong to them.
  private static func isLetter(_ byte: UInt8) -> Bool {
    isUpper(byte) || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")) || byte >= 0x80
  }
}

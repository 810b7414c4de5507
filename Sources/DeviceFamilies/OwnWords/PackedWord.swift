/// A word as one number, so that a list of words is looked up without a `String`.
enum PackedWord {
  /// In lower case, one byte after the other; `nil`: longer than any of the words.
  static func of(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt128? {
    guard range.count <= 16 else { return nil }
    var packed: UInt128 = 0
    for i in range { packed = packed << 8 | UInt128(text[i] < 0x80 ? text[i] | 0x20 : text[i]) }
    return packed
  }

  /// Lists of words, blanks between them, by their words.
  static func table<Sense>(_ listed: [(Sense, String)]) -> [UInt128: Sense] {
    var all: [UInt128: Sense] = [:]
    for (sense, texts) in listed {
      for text in texts.split(separator: " ") {
        if let packed = of(text.utf8.span, 0..<text.utf8.count) { all[packed] = sense }
      }
    }
    return all
  }
}

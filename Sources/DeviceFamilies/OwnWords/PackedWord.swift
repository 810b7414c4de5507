/// A word as one number, so that a list of words is looked up without a `String`.
enum PackedWord {
  /// In lower case, one byte after the other; `nil`: longer than any of the words.
  static func of(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt128? {
    guard range.count <= 16 else { return nil }
    var packed: UInt128 = 0
    for i in range { packed = packed << 8 | UInt128(text[i] < 0x80 ? text[i] | 0x20 : text[i]) }
    return packed
  }
}

/// What words mean, by the packed word: sorted, since a hash of 16 bytes costs more than a search among some hundred.
struct PackedTable<Sense: Sendable>: Sendable {
  private let words: [UInt128]
  private let senses: [Sense]

  /// - Parameter listed: lists of words, blanks between them; of a word that is listed twice the last sense counts.
  init(_ listed: [(Sense, String)]) {
    var all: [UInt128: Sense] = [:]
    for (sense, texts) in listed {
      for text in texts.split(separator: " ") {
        if let packed = PackedWord.of(text.utf8.span, 0..<text.utf8.count) { all[packed] = sense }
      }
    }
    let sorted = all.sorted { $0.key < $1.key }
    words = sorted.map(\.key)
    senses = sorted.map(\.value)
  }

  subscript(word: UInt128) -> Sense? {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle] < word { low = middle + 1 } else { high = middle }
    }
    return low < words.count && words[low] == word ? senses[low] : nil
  }
}

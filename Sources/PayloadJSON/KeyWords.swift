internal import CSimdJSON

/// Words that are looked for in keys together, in any case. Made once, used for every message.
///
/// A word of small letters stands alone: *quality* stands in `soil_quality_2` and `airQuality`, not in `linkquality`. Whatever else is
/// listed may follow a letter.
package struct KeyWords: Sendable {
  private let words: [loam_json_word]
  /// By place the position in ``words``, from 1 on.
  private let first: [UInt8]

  /// - Parameters:
  ///   - words: with `ofObjects` at most 255, each of at least two bytes.
  ///   - ofObjects: those that count only in the key of an object.
  package init(_ words: [String], ofObjects: [String] = []) {
    let all =
      words.map { Self.word($0, isOfObject: false) } + ofObjects.map { Self.word($0, isOfObject: true) }
    self.words = all.sorted { loam_json_word_place($0) < loam_json_word_place($1) }
    var first = [UInt8](repeating: 0, count: Int(LOAM_JSON_WORD_PLACES))
    for (i, word) in self.words.enumerated().reversed() {
      first[loam_json_word_place(word)] = UInt8(clamping: i + 1)
    }
    self.first = first
  }

  private static func word(_ text: String, isOfObject: Bool) -> loam_json_word {
    unsafe text.utf8Span.span.withUnsafeBufferPointer { bytes in
      var word =
        unsafe bytes.baseAddress.map { unsafe loam_json_word_of($0, bytes.count) } ?? loam_json_word()
      word.is_of_object = isOfObject ? 1 : 0
      return word
    }
  }

  func withTable(_ body: (UnsafePointer<loam_json_words>) -> Void) {
    unsafe words.withUnsafeBufferPointer { words in
      unsafe first.withUnsafeBufferPointer { first in
        var table = unsafe loam_json_words(
          words: words.baseAddress, count: words.count, first: first.baseAddress)
        unsafe body(&table)
      }
    }
  }
}

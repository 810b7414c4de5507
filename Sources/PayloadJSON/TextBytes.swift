/// Comparison of UTF-8 texts that are not worth a `String`.
package enum TextBytes {
  package static func equal(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    for i in a.indices where a[i] != b[i] { return false }
    return true
  }

  /// The same with ASCII letters in any case.
  package static func equalIgnoringCase(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    func small(_ byte: UInt8) -> UInt8 {
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    guard a.count == b.count else { return false }
    for i in a.indices where small(a[i]) != small(b[i]) { return false }
    return true
  }

  /// Whether `text` in `range` is `word`, which is ASCII in lower case; letters of `text` may be in any case.
  package static func equalIgnoringCase(_ text: Span<UInt8>, in range: Range<Int>, _ word: StaticString)
    -> Bool
  {
    word.withSpan { word in
      guard range.count == word.count else { return false }
      for i in word.indices {
        let byte = text[range.lowerBound + i]
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        if (isUpper ? byte | 0x20 : byte) != word[i] { return false }
      }
      return true
    }
  }

  /// `range` of `text` without blanks, tabs and line ends around it.
  package static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, isBlank(text[first]) { range = (first + 1)..<range.upperBound }
    while let last = range.last, isBlank(text[last]) { range = range.lowerBound..<last }
    return range
  }

  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte >= 0x09 && byte <= 0x0D)
  }
}

extension StaticString {
  /// The UTF-8 of the literal; empty for one made of a single scalar.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    guard hasPointerRepresentation else { return body(Span()) }
    return unsafe body(
      Span(_unsafeElements: UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)))
  }
}

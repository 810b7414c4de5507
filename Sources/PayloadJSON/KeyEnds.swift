private import CSimdJSON

/// Ends of keys that are looked for together, of at most four bytes each and in any case. Made once, used for every message.
package struct KeyEnds: Sendable {
  private let ends: [UInt32]
  private let mask: UInt64

  package init(_ words: [String]) {
    var ends: [UInt32] = []
    var mask: UInt64 = 0
    for word in words {
      let end = unsafe word.utf8Span.span.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.map { unsafe loam_json_key_end($0, bytes.count) } ?? 0
      }
      if !ends.contains(end) { ends.append(end) }
      mask |= loam_json_key_end_bit(end)
    }
    self.ends = ends
    self.mask = mask
  }

  fileprivate func isOne(of element: loam_json_element) -> Bool {
    unsafe ends.withUnsafeBufferPointer { words in
      var table = unsafe loam_json_key_ends(ends: words.baseAddress, count: words.count, mask: mask)
      return unsafe loam_json_has_key_end(element, &table) == 1
    }
  }
}

extension JSONValue {
  /// Whether a key of this object may end in one of the words: `true` for some others that end alike.
  package func mayHave(_ ends: KeyEnds) -> Bool { withElement { ends.isOne(of: $0) } ?? false }
}

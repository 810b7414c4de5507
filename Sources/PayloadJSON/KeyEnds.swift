private import CSimdJSON

/// Ends of keys that are looked for together, in any case. Made once, used for every message.
///
/// A word of small letters is one of its own: *quality* ends `soil_quality` and `airQuality`, not `linkquality`. Whatever else is
/// listed is an end as it stands.
package struct KeyEnds: Sendable {
  private let ends: [loam_json_key_end]
  /// By place the position in ``ends``, from 1 on.
  private let first: [UInt8]

  /// - Parameter words: at most 255, each of at least two bytes.
  package init(_ words: [String]) {
    let all = words.map { word in
      unsafe word.utf8Span.span.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.map { unsafe loam_json_key_end_of($0, bytes.count) } ?? loam_json_key_end()
      }
    }
    ends = all.sorted { loam_json_key_end_place($0) < loam_json_key_end_place($1) }
    var first = [UInt8](repeating: 0, count: Int(LOAM_JSON_KEY_END_PLACES))
    for (i, end) in ends.enumerated().reversed() {
      first[loam_json_key_end_place(end)] = UInt8(clamping: i + 1)
    }
    self.first = first
  }

  fileprivate func isOne(of element: loam_json_element) -> Bool {
    unsafe ends.withUnsafeBufferPointer { ends in
      unsafe first.withUnsafeBufferPointer { first in
        var table = unsafe loam_json_key_ends(
          ends: ends.baseAddress, count: ends.count, first: first.baseAddress)
        return unsafe loam_json_has_key_end(element, &table) == 1
      }
    }
  }
}

extension JSONValue {
  /// Whether a key of this object ends in one of the words; of a long one the last eight letters are compared.
  package func mayHave(_ ends: KeyEnds) -> Bool { withElement { ends.isOne(of: $0) } ?? false }
}

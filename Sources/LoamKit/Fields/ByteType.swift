#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FieldType where Value == [UInt8] {
  /// Bytes, on the wire base64 (RFC 4648 §4) with its padding and nothing between.
  static func bytes(_ count: ClosedRange<Int>) -> FieldType {
    FieldType(
      .base64(count), blank: [], otherwise: "not base64",
      from: { json in
        // Foundation's reader takes more than there is a rule for.
        guard case .text(let text) = json, let data = Data(base64Encoded: text),
          data.base64EncodedString() == text
        else { return nil }
        return [UInt8](data)
      },
      to: { .text(Data($0).base64EncodedString()) },
      fault: {
        count.contains($0.count) ? nil : "\(count.lowerBound) to \(count.upperBound) bytes are allowed"
      })
  }
}

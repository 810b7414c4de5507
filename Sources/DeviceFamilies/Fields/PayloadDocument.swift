import GardenCore
import PayloadJSON

extension PayloadReader {
  /// The document, or a refusal of the whole message.
  func document(orRefuseInto items: inout [DecodedItem]) -> JSONValue? {
    if let root, root.kind == .object { return root }
    if isTooLarge {
      items.append(.refused(nil, .tooLarge))
    } else {
      items.append(.refused(nil, byteCount == 0 ? .noValue : .malformed))
    }
    return nil
  }
}

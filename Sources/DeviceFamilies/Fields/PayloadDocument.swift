import GardenCore
import PayloadJSON

extension PayloadReader {
  /// The document, or a refusal of the whole message.
  func document(orRefuseInto items: inout [DecodedItem]) -> JSONValue? {
    if let tree, tree.kind == .object { return tree }
    if isTooLarge {
      items.append(.refused(nil, .tooLarge))
    } else {
      items.append(.refused(nil, byteCount == 0 ? .noValue : .malformed))
    }
    return nil
  }
}

/// What an app's own message holds: a JSON object, as UTF-8. The bridge does not look into it.
public struct MessageContent: Sendable, Hashable {
  /// Of one message.
  public static let bytesMax = 3072

  /// For a JSON decoder. Keys are sorted: equal content is equal bytes.
  public let bytes: [UInt8]

  /// Nothing but `{}`.
  public init() { self.init(members: [:]) }

  /// From a JSON encoder.
  ///
  /// - Throws: ``DocumentError`` where the bytes are no JSON object, or nested too deep for a document.
  public init(_ bytes: [UInt8]) throws(DocumentError) {
    self.init(members: try JSONReader.object(bytes, depthMax: DocumentLimits.depth - 1))
  }

  init(members: [String: JSON]) { bytes = JSON.object(members).bytes }
}

extension FieldType where Value == MessageContent {
  /// A JSON object of at most ``MessageContent/bytesMax`` bytes, spaces not counted.
  static var content: FieldType {
    FieldType(
      .object(bytesMax: MessageContent.bytesMax), blank: MessageContent(),
      from: { if case .object(let members) = $0 { MessageContent(members: members) } else { nil } },
      to: { JSON(reading: $0.bytes) },
      fault: {
        $0.bytes.count <= MessageContent.bytesMax ? nil : "more than \(MessageContent.bytesMax) bytes"
      })
  }
}

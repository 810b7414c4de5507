/// A JSON object of the contract, or a part of one, that declares its fields once.
///
/// Reading, writing, the JSON Schema, the tables of the protocol's page, the readers of the page and of small machines, and the golden
/// vectors all come from that declaration.
public protocol DocumentPart: Sendable, Hashable {
  /// Declares the fields and what must agree among them: the same code reads, writes and describes them.
  init(_ fields: Fields<Self>)
}

/// One kind of document of the contract.
public protocol Document: DocumentPart {
  /// Its name, where it is published and how large it may be.
  static var kind: DocumentKind { get }
}

extension Document {
  /// Larger payloads are neither written nor read.
  public static var bytesMax: Int { kind.bytesMax }
}

/// A kind of document.
public struct DocumentKind: Sendable, Hashable {
  /// Its name: of its schema, and in the protocol's page.
  public let name: String
  /// The levels below `<base>/v1/`; what stands in angle brackets varies, `D` is a device.
  public let topics: [String]
  /// Larger payloads are neither written nor read.
  public let bytesMax: Int

  init(_ name: String, at topics: String..., upTo bytesMax: Int) {
    self.name = name
    self.topics = topics
    self.bytesMax = bytesMax
  }
}

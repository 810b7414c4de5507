/// Some bytes of a blob, and what the whole is: the answer to ``BlobRequest``, ``PhotoRequest`` and ``HistoryFileRequest``.
///
/// It has as many bytes as were asked for, fewer where they do not fit into the device's packets or the blob is over. Where the facts differ
/// from those of an earlier part, the blob has changed meanwhile: the reader begins anew.
public struct BlobPart: DocumentPart {
  /// The whole.
  public var blob: BlobFacts
  /// Where these bytes begin, counted from 0.
  public var at: Int
  /// The bytes, base64 (RFC 4648 §4); 1 to ``BlobFacts/partMax``.
  public var data: [UInt8]

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    blob = f.required("blob", \.blob, .part)
    at = f.required("at", \.at, .blobOffset)
    data = f.required("data", \.data, .bytes(1...BlobFacts.partMax))
    f.rule(PartRule(demand: .within("data", from: "at", ["blob", "size"])))
  }

  /// Bytes of a blob.
  public init(_ blob: BlobFacts, at: Int, _ data: [UInt8]) {
    self.blob = blob
    self.at = at
    self.data = data
  }
}

/// Some bytes of a blob that an app sends another (`d/<device>/up/part`), after the ``MessageToDevice`` that announced it. Answered by an
/// ``Ack`` whose ``Ack/next`` is how many bytes the bridge has: the next part begins there.
public struct BlobPartMessage: Document {
  /// ≤ 32768 bytes.
  public static let kind = DocumentKind("part", at: "d/D/up/part", upTo: DocumentLimits.reply)

  /// Of the message that announced the blob. A part is known by it and by ``at``: the same again changes nothing.
  public var id: MessageID
  /// Where these bytes begin, counted from 0: at what the bridge has.
  public var at: Int
  /// The bytes, base64 (RFC 4648 §4); 1 to ``BlobFacts/partMax``.
  public var data: [UInt8]

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    at = f.required("at", \.at, .blobOffset)
    data = f.required("data", \.data, .bytes(1...BlobFacts.partMax))
  }

  /// Bytes of a blob.
  public init(id: MessageID, at: Int, _ data: [UInt8]) {
    self.id = id
    self.at = at
    self.data = data
  }
}

extension FieldType where Value == Int {
  /// Where a part of a blob begins.
  static var blobOffset: FieldType { .integer(0...BlobFacts.bytesMax - 1) }
}

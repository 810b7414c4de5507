/// The one way between documents and bytes.
///
/// Written: UTF-8 JSON, keys sorted, slashes not escaped, so that equal documents are equal bytes.
/// Read: in the order of checks of the protocol: size, UTF-8 and JSON, version, missing fields, then each field's
/// type and form, then what must agree with what. The first failure is the one reported.
public enum DocumentCodec {
  /// The document's bytes; fails where a rule of it is broken or it is larger than its kind may be.
  public static func encode<D: Document>(_ document: D) throws(DocumentError) -> [UInt8] {
    try encode(document) { _, _ in false }
  }

  /// The bytes of a document that may have to be shortened.
  ///
  /// - Parameters:
  ///   - document: to be written.
  ///   - bytesMax: what the reader takes; never more than the kind may have.
  ///   - shorten: called while the document is too long, with by how many bytes it is; `false`: nothing more can be left out, which fails
  ///     with ``AckCode/tooLarge``.
  public static func encode<D: Document>(
    _ document: D, upTo bytesMax: Int = D.bytesMax,
    shorten: (inout D, _ excess: Int) throws(DocumentError) -> Bool
  ) throws(DocumentError) -> [UInt8] {
    let bytesMax = max(0, min(bytesMax, D.bytesMax))
    var document = document
    while true {
      let findings = Findings()
      var bytes: [UInt8] = []
      bytes.reserveCapacity(min(bytesMax, 1024))
      PartLayout<D>.shared.write(document, into: &bytes, findings)
      if let error = findings.error, error.code != .tooLarge { throw error }
      if bytes.count <= bytesMax, findings.error == nil { return bytes }
      guard try shorten(&document, max(1, bytes.count - bytesMax)) else {
        throw findings.error
          ?? DocumentError(.tooLarge, "\(bytes.count) bytes; at most \(bytesMax) are allowed")
      }
    }
  }

  /// The document in these bytes.
  public static func decode<D: Document>(
    _ type: D.Type, from payload: some Sequence<UInt8>
  ) throws(DocumentError) -> D {
    let bytes = [UInt8](payload.prefix(D.bytesMax + 1))
    guard bytes.count <= D.bytesMax else {
      throw DocumentError(.tooLarge, "more than \(D.bytesMax) bytes")
    }
    let findings = Findings()
    let document = Fields<D>.read(try JSONReader.object(bytes), findings)
    if let error = findings.error { throw error }
    return document
  }

  /// The `id` of a message that may be unreadable otherwise, so that its refusal can name it.
  public static func messageID(in payload: some Sequence<UInt8>) -> MessageID? {
    let bytes = [UInt8](payload.prefix(DocumentLimits.reply + 1))
    guard bytes.count <= DocumentLimits.reply, case .text(let id)? = try? JSONReader.object(bytes)["id"]
    else {
      return nil
    }
    return MessageID(id)
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  ///   - bytesMax: what the reader takes; never more than the kind may have.
  ///   - shorten: called while the document is too long, with by how many bytes it is; `false`: nothing more can be left out, which fails
  ///     with ``DocumentError/Code/tooLarge``.
  public static func encode<D: Document>(
    _ document: D, upTo bytesMax: Int = D.bytesMax,
    shorten: (inout D, _ excess: Int) throws(DocumentError) -> Bool
  ) throws(DocumentError) -> [UInt8] {
    let bytesMax = max(0, min(bytesMax, D.bytesMax))
    var document = document
    while true {
      try document.check()
      let bytes: Data
      do { bytes = try encoder.encode(document) } catch { throw described(error) }
      if bytes.count <= bytesMax { return [UInt8](bytes) }
      guard try shorten(&document, bytes.count - bytesMax) else {
        throw DocumentError(.tooLarge, "\(bytes.count) bytes; at most \(bytesMax) are allowed")
      }
    }
  }

  /// What is no document of the contract, written as documents are; `nil` where it cannot be.
  package static func bytes(of value: some Encodable) -> [UInt8]? {
    (try? encoder.encode(value)).map { [UInt8]($0) }
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// The document in these bytes.
  public static func decode<D: Document>(
    _ type: D.Type, from payload: some Sequence<UInt8>
  ) throws(DocumentError) -> D {
    let bytes = bounded(payload, D.bytesMax)
    guard bytes.count <= D.bytesMax else {
      throw DocumentError(.tooLarge, "more than \(D.bytesMax) bytes")
    }
    let oddNumbers = try JSONScan.check(bytes)
    let document: D
    do {
      document = try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      var problem = missingField(type, Data(bytes)) ?? described(error)
      // Foundation does not say which number it could not take.
      if problem.pointer.isEmpty, oddNumbers.count == 1 { problem.pointer = oddNumbers[0] }
      throw problem
    }
    try document.check()
    return document
  }

  /// The `id` of a message that may be unreadable otherwise, so that its refusal can name it.
  public static func messageID(in payload: some Sequence<UInt8>) -> MessageID? {
    let bytes = bounded(payload, DocumentLimits.large)
    guard bytes.count <= DocumentLimits.large, (try? JSONScan.check(bytes)) != nil else { return nil }
    return try? JSONDecoder().decode(Identified.self, from: Data(bytes)).id
  }

  private struct Identified: Decodable { var id: MessageID }

  private static func bounded(_ payload: some Sequence<UInt8>, _ countMax: Int) -> [UInt8] {
    [UInt8](payload.prefix(countMax + 1))
  }

  /// A missing field goes before a field of the wrong form, wherever the two stand.
  private static func missingField<D: Document>(_ type: D.Type, _ data: Data) -> DocumentError? {
    let decoder = JSONDecoder()
    if let formsLater { decoder.userInfo[formsLater] = true }
    do {
      _ = try decoder.decode(type, from: data)
      return nil
    } catch {
      let problem = described(error)
      return problem.code == .missingField || problem.code == .unsupportedVersion ? problem : nil
    }
  }

  private static func described(_ error: any Error) -> DocumentError {
    switch error {
    case let error as DocumentError: error
    case DecodingError.keyNotFound(let key, let context):
      DocumentError(.missingField, at: context.codingPath + [key], "required")
    case DecodingError.valueNotFound(_, let context):
      DocumentError(.missingField, at: context.codingPath, "required")
    case DecodingError.typeMismatch(_, let context):
      DocumentError(.badValue, at: context.codingPath, "of another type")
    case DecodingError.dataCorrupted(let context):
      DocumentError(.badValue, at: context.codingPath, "not a value of this field")
    case EncodingError.invalidValue(_, let context):
      DocumentError(.badValue, at: context.codingPath, "not a value of this field")
    default: DocumentError(.badJSON, "unreadable")
    }
  }
}

private let formsLater = CodingUserInfoKey(rawValue: "loam.forms-later")

extension Decoder {
  /// Only the presence of fields is asked for, not their form.
  var readsFormsLater: Bool { formsLater.map { userInfo[$0] != nil } ?? false }
}

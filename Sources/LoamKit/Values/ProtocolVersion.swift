/// The version that a document is written in: always 1 here. A higher one does not decode.
public struct ProtocolVersion: Sendable, Hashable, Codable {
  /// The only version there is.
  public static let number = 1

  /// Version 1.
  public init() {}

  /// Refuses a higher version as ``AckCode/unsupportedVersion``, anything else but 1 as ``AckCode/badValue``.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.singleValueContainer()
    if box.decodeNil() { throw DocumentError(.missingField, at: decoder.codingPath, "required") }
    let number = try? box.decode(Double.self)
    guard number == Double(Self.number) else {
      let isHigher = number.map { $0 > Double(Self.number) } ?? false
      throw DocumentError(
        isHigher ? .unsupportedVersion : .badValue, at: decoder.codingPath, "only version 1 is spoken here")
    }
  }

  /// Writes `1`.
  public func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    try box.encode(Self.number)
  }
}

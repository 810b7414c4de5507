/// A word out of a list that may grow: a reader takes a word it does not know as ``unknownWord`` and goes on.
public protocol OpenChoice: RawRepresentable, Codable, Sendable, Hashable, CaseIterable
where RawValue == String {
  /// What an unknown word is read as.
  static var unknownWord: Self { get }
}

extension OpenChoice {
  /// Reads any text; an unknown word becomes ``unknownWord``.
  public init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    self = Self(rawValue: word) ?? Self.unknownWord
  }
}

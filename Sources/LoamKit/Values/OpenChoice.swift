/// A word out of a list that may grow: a reader takes a word it does not know as ``unknownWord`` and goes on.
public protocol OpenChoice: RawRepresentable, Sendable, Hashable, CaseIterable where RawValue == String {
  /// What an unknown word is read as: the careful one.
  static var unknownWord: Self { get }
}

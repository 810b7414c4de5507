/// The form of a text: which characters may stand where, and how long it may be. ASCII only.
public struct TextForm: Sendable {
  /// As a regular expression of JSON Schema (ECMA-262).
  public let pattern: String
  /// The shortest text of this form, and the longest.
  package let edges: [String]
  private let first: ByteSet
  private let rest: ByteSet
  private let count: ClosedRange<Int>
  /// A class for each place instead; empty: none.
  private var places: [ByteSet] = []
  private let others: [String]

  /// - Parameters:
  ///   - first: a class of characters as in a regular expression, such as `A-Za-z_`.
  ///   - rest: the class behind the first; `nil`: the same.
  ///   - others: whole texts that are taken too.
  init(_ first: String, then rest: String? = nil, _ count: ClosedRange<Int>, or others: [String] = []) {
    let form =
      rest.map { "[\(first)][\($0)]{\(count.lowerBound - 1),\(count.upperBound - 1)}" }
      ?? "[\(first)]{\(count.lowerBound),\(count.upperBound)}"
    let choices = [form] + others.map { $0.split(separator: ".").joined(separator: "\\.") }
    pattern = others.isEmpty ? "^\(form)$" : "^(\(choices.joined(separator: "|")))$"
    let (start, next) = (first.prefix(1), (rest ?? first).prefix(1))
    edges = [count.lowerBound, count.upperBound].map {
      $0 == 0 ? "" : start + String(repeating: String(next), count: $0 - 1)
    }
    self.first = ByteSet(first)
    self.rest = ByteSet(rest ?? first)
    self.count = count
    self.others = others
  }

  /// Runs of so many characters of a class each, in a row.
  private init(_ runs: [(characters: String, count: Int)]) {
    let parts = runs.map { run in
      run.characters.count == 1
        ? run.characters : "[\(run.characters)]" + (run.count == 1 ? "" : "{\(run.count)}")
    }
    pattern = "^" + parts.joined() + "$"
    edges = [runs.map { String(repeating: String($0.characters.prefix(1)), count: $0.count) }.joined()]
    places = runs.flatMap { Array(repeating: ByteSet($0.characters), count: $0.count) }
    (first, rest, others) = (ByteSet(""), ByteSet(""), [])
    count = places.count...places.count
  }

  /// A UUID, canonical and lowercase (RFC 9562).
  static let uuid = TextForm([
    ("0-9a-f", 8), ("-", 1), ("0-9a-f", 4), ("-", 1), ("0-9a-f", 4), ("-", 1), ("0-9a-f", 4), ("-", 1),
    ("0-9a-f", 12),
  ])
  /// SHA-256 in lowercase hexadecimal digits.
  static let sha256 = TextForm([("0-9a-f", 64)])
  /// What nobody guesses: base64url, 128 bits and more.
  static let chance = TextForm("A-Za-z0-9_-", 22...128)
  /// A media type without parameters (RFC 6838).
  static let mediaType = TextForm("a-z", then: "a-z0-9.+/-", 3...64)
  /// `HH:MM`.
  static let timeOfDay = TextForm([("0-2", 1), ("0-9", 1), (":", 1), ("0-5", 1), ("0-9", 1)])

  /// Whether a text is of this form.
  public func accepts(_ text: String.UTF8View) -> Bool {
    if others.contains(where: { $0.utf8.elementsEqual(text) }) { return true }
    guard count.contains(text.count) else { return false }
    guard places.isEmpty else { return zip(text, places).allSatisfy { $1.contains($0) } }
    return (text.first.map(first.contains) ?? true) && text.dropFirst().allSatisfy(rest.contains)
  }
}

/// Some of the ASCII characters.
private struct ByteSet: Sendable {
  private var bits: (UInt64, UInt64) = (0, 0)

  /// A class of characters as in a regular expression: single ones, and ranges with a hyphen between; a hyphen at the end is one.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var i = 0
    while i < bytes.count {
      let isRange = i + 2 < bytes.count && bytes[i + 1] == UInt8(ascii: "-")
      for byte in bytes[i]...(isRange ? bytes[i + 2] : bytes[i]) { insert(byte) }
      i += isRange ? 3 : 1
    }
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 { bits.0 |= 1 << UInt64(byte) } else { bits.1 |= 1 << UInt64(byte & 63) }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? bits.0 : bits.1) >> UInt64(byte & 63) & 1 == 1
  }
}

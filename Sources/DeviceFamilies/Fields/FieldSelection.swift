import PayloadJSON

/// Finds out whether a message is about one device among many that share a topic.
struct FieldSelection: Sendable, Hashable {
  private let matchers: [Matcher]

  private struct Matcher: Sendable, Hashable {
    let path: FieldPath
    let word: FieldWord
  }

  init(_ matches: [FieldMatch]) {
    matchers = matches.map { Matcher(path: $0.path, word: FieldWord($0.value)) }
  }

  var isEmpty: Bool { matchers.isEmpty }

  /// Whether all fields are there and have their value.
  func accepts(_ object: JSONValue) -> Bool {
    for i in matchers.indices {
      guard let value = object.at(matchers[i].path), matchers[i].word.matches(value) else { return false }
    }
    return true
  }
}

/// A value as the config writes it: a text, or the JSON of a number or boolean.
struct FieldWord: Sendable, Hashable {
  private let text: String
  private let integer: Int64?
  private let double: Double?

  init(_ text: String) {
    self.text = text
    integer = Int64(text).flatMap { String($0) == text ? $0 : nil }
    let reading = NumberText.read(text.utf8Span.span)
    if case .value(let number, unit: nil) = reading { double = number } else { double = nil }
  }

  /// Strings match by their text, whole numbers by their digits, other numbers by their value.
  func matches(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string: return value.textEquals(text)
    case .number:
      if let whole = value.integer { return whole == integer }
      // Beyond 2⁵³ two different numbers may be the same double.
      guard let number = value.double, integer == nil, abs(number) < 0x1p53 else { return false }
      return number == double
    case .bool: return text == (value.bool == true ? "true" : "false")
    case .null, .array, .object, .doubled, .outdated: return false
    }
  }

  /// Whether the whole payload is this text, blanks around it aside, or a JSON value that matches.
  func matches(_ payload: PayloadReader) -> Bool {
    if payload.textEquals(text) { return true }
    guard let root = payload.root else { return false }
    return matches(root)
  }
}

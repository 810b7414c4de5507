import PayloadJSON

/// Finds out whether a message is about one device among many that share a topic, or a field is to be believed.
struct FieldSelection: Sendable, Hashable {
  private let matches: [FieldMatch]

  init(_ matches: [FieldMatch]) { self.matches = matches }

  var isEmpty: Bool { matches.isEmpty }

  /// Whether each field is as it must be.
  func accepts(_ object: JSONValue) -> Bool { accepts(.json(object)) }

  func accepts(_ root: FieldRoot) -> Bool {
    for i in matches.indices where !matches[i].holds(root.field(at: matches[i].path)) {
      root.trace?.selection(matches[i], root)
      return false
    }
    return true
  }
}

/// A value as the config writes it: a text, or the JSON of a number or boolean.
struct FieldWord: Sendable, Hashable {
  let text: String
  let double: Double?
  private let integer: Int64?

  init(_ text: String) {
    self.text = text
    integer = Int64(text).flatMap { String($0) == text ? $0 : nil }
    let reading = NumberText.read(text)
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

  /// A piece of a text matches by its bytes, all else as JSON.
  func matches(_ found: FoundField) -> Bool {
    if let value = found.json { return matches(value) }
    return found.textEquals(text)
  }

  /// Whether the whole payload is this text, or a JSON value that matches.
  func matches(_ payload: PayloadReader) -> Bool {
    if payload.textEquals(text) { return true }
    guard let root = payload.root else { return false }
    return matches(root)
  }
}

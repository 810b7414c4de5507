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
  private let isAddress: Bool

  /// The same for each way in which people write one thing: a hardware's address in small letters, all else as it is.
  static func identity(_ text: String) -> String { isAddress(text) ? text.lowercased() : text }

  /// `A4:C1:38:00:00:01`, `a4c138000001`.
  private static func isAddress(_ text: String) -> Bool {
    let digits = text.filter { $0 != ":" && $0 != "-" }
    return digits.utf8.count == 12 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  init(_ text: String) {
    self.text = text
    isAddress = Self.isAddress(text)
    integer = Int64(text).flatMap { String($0) == text ? $0 : nil }
    let reading = NumberText.read(text)
    if case .value(let number, unit: nil) = reading { double = number } else { double = nil }
  }

  /// Strings match by their text, an address in any case, whole numbers by their digits, other numbers by their value.
  func matches(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string:
      return isAddress ? FoundField(.json(value)).textEqualsIgnoringCase(text) : value.textEquals(text)
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
    return isAddress ? found.textEqualsIgnoringCase(text) : found.textEquals(text)
  }

  /// Whether the whole payload is this text, or a JSON value that matches.
  func matches(_ payload: PayloadReader) -> Bool {
    if payload.textEquals(text) { return true }
    guard let root = payload.root else { return false }
    return matches(root)
  }
}

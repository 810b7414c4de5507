internal import CSimdJSON

/// A place in the document of a ``PayloadReader``.
///
/// Belongs to the message that was loaded when it was made. Read after the next load it is of kind
/// ``Kind/outdated`` and holds nothing.
package struct JSONValue {
  package enum Kind: Sendable, Hashable {
    case null, bool, number, string, array, object
    /// The key that led here stands more than once in its object; all below it is the same.
    case doubled
    /// The reader has loaded another message.
    case outdated
  }

  private let reader: PayloadReader
  private let generation: UInt64
  private let element: loam_json_element
  private let isDoubled: Bool

  init(reader: PayloadReader, element: loam_json_element, isDoubled: Bool = false) {
    self.reader = reader
    self.generation = reader.generation
    self.element = element
    self.isDoubled = isDoubled
  }

  var isReadable: Bool { generation == reader.generation && !isDoubled }

  /// In its document.
  var place: UInt64 { element.words.1 }

  package var kind: Kind {
    reader.note(place)
    guard generation == reader.generation else { return .outdated }
    if isDoubled { return .doubled }
    switch Int(loam_json_kind(element)) {
    case LOAM_JSON_BOOL: return .bool
    case LOAM_JSON_NUMBER: return .number
    case LOAM_JSON_STRING: return .string
    case LOAM_JSON_ARRAY: return .array
    case LOAM_JSON_OBJECT: return .object
    default: return .null
    }
  }

  package var isNull: Bool { kind == .null }

  /// ``PayloadReader/observer`` of the message.
  package var observer: AnyObject? { reader.observer }

  /// A JSON number; not one in a text. Finite.
  package var double: Double? {
    var value = 0.0
    reader.note(place)
    guard isReadable, unsafe loam_json_number(element, &value) == 1 else { return nil }
    return value
  }

  /// A whole JSON number of 64 bits.
  package var integer: Int64? {
    var value: Int64 = 0
    reader.note(place)
    guard isReadable, unsafe loam_json_integer(element, &value) == 1 else { return nil }
    return value
  }

  package var bool: Bool? {
    reader.note(place)
    guard isReadable else { return nil }
    switch loam_json_bool(element) {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }

  /// A number, also one written as text, with or without a unit.
  package var number: NumberReading {
    switch kind {
    case .number: double.map { .value($0, unit: nil) } ?? .notANumber
    case .string: numberInText
    case .null: .none
    case .doubled: .doubled
    case .bool, .array, .object, .outdated: .notANumber
    }
  }

  private var numberInText: NumberReading {
    var reading = NumberReading.notANumber
    withText { reading = NumberText.read($0) }
    return reading
  }

  /// The value of a key; `nil` where it is absent or this is no object. A doubled key gives a value of kind
  /// ``Kind/doubled``.
  package subscript(_ key: String) -> JSONValue? { find(key.utf8Span.span) }

  /// A member of an array.
  package subscript(_ index: Int) -> JSONValue? {
    guard kind == .array, let member = member(at: index) else { return nil }
    reader.note(member.place)
    return member
  }

  func member(at index: Int) -> JSONValue? {
    var member = loam_json_element()
    guard isReadable, index >= 0, unsafe loam_json_at(element, index, &member) == 1 else { return nil }
    return JSONValue(reader: reader, element: member)
  }

  private func find(_ key: Span<UInt8>) -> JSONValue? {
    guard isReadable else { return member(element, found: Int32(LOAM_JSON_ABSENT)) }
    var value = loam_json_element()
    let found = unsafe key.withUnsafeBufferPointer { key in
      unsafe loam_json_find(element, key.baseAddress, key.count, &value)
    }
    return member(value, found: found)
  }

  /// What a look-up in this object came to.
  func member(_ value: loam_json_element, found: Int32) -> JSONValue? {
    guard generation == reader.generation else { return nil }
    if isDoubled { return self }
    if Int(found) != LOAM_JSON_ABSENT { reader.note(value.words.1) }
    switch Int(found) {
    case LOAM_JSON_FOUND: return JSONValue(reader: reader, element: value)
    case LOAM_JSON_DOUBLED: return JSONValue(reader: reader, element: value, isDoubled: true)
    default: return nil
    }
  }

  func noteLook(at place: UInt64) { reader.note(place) }

  /// `nil` where there is nothing to look into.
  func withElement<Result>(_ body: (loam_json_element) -> Result) -> Result? {
    isReadable ? body(element) : nil
  }

  /// Fills one slot per key; `false` where there is nothing to look into.
  @unsafe func gather(
    _ keys: UnsafePointer<loam_json_keys>, _ slots: UnsafeMutableBufferPointer<loam_json_slot>
  ) -> Bool {
    guard isReadable, let start = slots.baseAddress else { return false }
    unsafe loam_json_find_all(element, keys, start)
    return true
  }

  /// Calls `body` with the bytes of a string, unescaped; `false` where this is none.
  @discardableResult
  package func withText(_ body: (Span<UInt8>) -> Void) -> Bool {
    reader.note(place)
    guard isReadable else { return false }
    let text = unsafe loam_json_string(element)
    guard let bytes = unsafe text.bytes else { return false }
    unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: bytes, count: text.count)))
    return true
  }

  /// The object or array that a string holds as JSON once more: `"{\\"soil\\":41}"`; `nil`: it holds none.
  package var opened: JSONValue? {
    guard kind == .string else { return nil }
    var document: JSONValue?
    withText { text in
      guard let first = TextBytes.trimmed(text, text.indices).first.map({ text[$0] }),
        first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      else { return }
      let address = unsafe text.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      document = reader.document(in: text, at: address)
    }
    return document
  }

  private func textSays(_ test: (Span<UInt8>) -> Bool) -> Bool {
    var says = false
    withText { says = test($0) }
    return says
  }

  /// Whether this is the string `word`.
  package func textEquals(_ word: String) -> Bool {
    textSays { TextBytes.equal($0, word.utf8Span.span) }
  }
  /// Whether this is the string `word`, which is ASCII in lower case, in any case.
  package func textEqualsIgnoringCase(_ word: StaticString) -> Bool {
    textSays { TextBytes.equalIgnoringCase($0, in: $0.indices, word) }
  }

  /// The string; `nil` where this is none. Allocates.
  package var text: String? {
    var copy: String?
    withText { text in
      copy = unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
    return copy
  }

  /// Calls `body` with each field of an object in the order of the text, until it returns `false`.
  ///
  /// - Parameter words: only fields in whose key one of them stands; of a long one the last eight letters are compared.
  package func forEachField(with words: KeyWords? = nil, _ body: (JSONField) -> Bool) {
    guard let words else { return unsafe visitFields(nil, body) }
    unsafe words.withTable { table in unsafe visitFields(table, body) }
  }

  private func visitFields(_ words: UnsafePointer<loam_json_words>?, _ body: (JSONField) -> Bool) {
    var fields = loam_json_fields()
    guard isReadable, unsafe loam_json_fields_begin(element, &fields) == 1 else { return }
    var key = unsafe loam_json_text()
    var value = loam_json_element()
    while unsafe loam_json_fields_next(&fields, words, &key, &value) == 1 {
      let field = unsafe JSONField(key: key, value: JSONValue(reader: reader, element: value))
      if !body(field) || generation != reader.generation { return }
    }
  }
}

/// A key and its value. Valid inside the call that brings it.
@safe
package struct JSONField {
  private let key: loam_json_text
  package let value: JSONValue

  init(key: loam_json_text, value: JSONValue) {
    unsafe self.key = unsafe key
    self.value = value
  }

  /// Calls `body` with the bytes of the key, unescaped, unless the reader has loaded another message.
  package func withKey(_ body: (Span<UInt8>) -> Void) {
    guard value.kind != .outdated else { return }
    unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: key.bytes, count: key.count)))
  }

  package func keyEquals(_ word: String) -> Bool {
    var isSame = false
    withKey { isSame = TextBytes.equal($0, word.utf8Span.span) }
    return isSame
  }
}

import PayloadJSON

/// Where paths start: a JSON value, or the payload as it came.
enum FieldRoot {
  case json(JSONValue)
  case text(PayloadReader)

  /// `nil`: nothing stands there.
  func field(at path: FieldPath) -> FoundField? {
    switch self {
    case .json(let value): return value.field(at: path)
    case .text(let payload):
      guard path.fitsBareText else { return nil }
      return FoundField(.payload(payload)).cut(path.piece)
    }
  }

  var trace: DecodeTrace? {
    switch self {
    case .json(let value): .of(value)
    case .text(let payload): .of(payload)
    }
  }
}

/// What stands at a path: a JSON value, a text, or a piece of a text. Valid as long as its message.
struct FoundField {
  enum Source {
    case json(JSONValue)
    case payload(PayloadReader)
    /// A value of a message that is no text, as it is written in one.
    case word(String)
    /// The path leads to more than one place; which one is meant cannot be known.
    case several
  }
  let source: Source
  /// The piece of the text; `nil`: all of it.
  private var range: Range<Int>?
  private var isFormEncoded = false

  init(_ source: Source) { self.source = source }

  /// The piece of its text; `nil` where there is none. Without a piece: itself.
  func cut(_ piece: TextPiece?) -> FoundField? {
    guard let piece else { return self }
    var cut = TextPiece.Cut.absent
    withText { cut = piece.cut($0) }
    switch cut {
    case .absent: return nil
    case .several: return FoundField(.several)
    case .found(let range):
      var found = self
      found.range = range
      if case .form = piece { found.isFormEncoded = true }
      return found
    }
  }

  /// The JSON value itself, where this is no mere piece of one.
  var json: JSONValue? {
    guard case .json(let value) = source, range == nil else { return nil }
    return value
  }

  var isNull: Bool { json?.isNull ?? false }

  /// `false`: it is there, and cannot be known.
  var isReadable: Bool {
    switch source {
    case .several: false
    case .payload, .word: true
    case .json(let value): value.kind != .doubled && value.kind != .outdated
    }
  }

  var number: NumberReading {
    switch source {
    case .several: return .doubled
    case .json(let value) where range == nil: return value.number
    case .payload(let payload) where range == nil: return payload.number()
    case .json, .payload, .word: break
    }
    var reading = NumberReading.notANumber
    withText { reading = NumberText.read($0) }
    return reading
  }

  func textEquals(_ word: String) -> Bool { textIs(word, by: TextBytes.equal) }

  func textEqualsIgnoringCase(_ word: String) -> Bool { textIs(word, by: TextBytes.equalIgnoringCase) }

  private func textIs(_ word: String, by equal: (Span<UInt8>, Span<UInt8>) -> Bool) -> Bool {
    var isEqual = false
    withText { text in
      isEqual = equal(text.extracting(TextBytes.trimmed(text, text.indices)), word.utf8Span.span)
    }
    return isEqual
  }

  /// Calls `body` with the text; `false` where it is none.
  @discardableResult
  func withText(_ body: (Span<UInt8>) -> Void) -> Bool {
    switch source {
    case .several: return false
    case .json(let value): return value.withText { piece(of: $0, body) }
    case .payload(let payload):
      payload.withBytes { piece(of: $0, body) }
      return true
    case .word(let word):
      piece(of: word.utf8Span.span, body)
      return true
    }
  }

  private func piece(of text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    guard let range, range.upperBound <= text.count else {
      body(text)
      return
    }
    let piece = text.extracting(range)
    if isFormEncoded { FormText.withDecoded(piece, body) } else { body(piece) }
  }
}

extension JSONValue {
  /// What stands at a path; `nil` where a step is absent.
  func field(at path: FieldPath) -> FoundField? {
    if path.isPlain { return at(path).map { FoundField(.json($0)) } }
    var search = PathSearch(path)
    search.walk(self, from: 0)
    guard let found = search.result else { return nil }
    return found.cut(path.piece)
  }

  /// The value at a path of keys and indices; `nil` where a step is absent. The empty path is the value itself.
  ///
  /// - Parameter first: the step with which to begin.
  func at(_ path: FieldPath, from first: Int = 0) -> JSONValue? {
    var value = self
    for i in first..<path.steps.count {
      let next: JSONValue?
      switch path.steps[i] {
      case .key(let key): next = value[key] ?? value.opened?[key]
      case .index(let index): next = value[index] ?? value.opened?[index]
      case .any, .which, .piece: next = nil
      }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}

/// Follows a path that may lead to several places. One place counts; two are none.
struct PathSearch {
  /// Members that are looked at in one search; a message that asks for more is not read.
  static let visitsMax = 512

  private let path: FieldPath
  private var found: JSONValue?
  private var isSeveral = false
  private var visits = 0

  init(_ path: FieldPath) { self.path = path }

  var result: FoundField? { isSeveral ? FoundField(.several) : found.map { FoundField(.json($0)) } }

  mutating func walk(_ value: JSONValue, from start: Int) {
    var value = value
    for i in start..<path.steps.count {
      let next: JSONValue?
      switch path.steps[i] {
      case .key(let key): next = value[key] ?? value.opened?[key]
      case .index(let index): next = value[index] ?? value.opened?[index]
      case .piece: next = value
      case .any:
        eachMember(of: value) { search, member in search.walk(member, from: i + 1) }
        return
      case .which(let match):
        eachMember(of: value) { search, member in
          if match.holds(member.field(at: match.path)) { search.walk(member, from: i + 1) }
        }
        return
      }
      guard let next else { return }
      value = next
    }
    isSeveral = isSeveral || found != nil
    found = value
  }

  private mutating func eachMember(
    of value: JSONValue, _ body: (inout PathSearch, JSONValue) -> Void
  ) {
    let value = value.opened ?? value
    if value.kind == .array {
      var index = 0
      while let member = value[index], visit() {
        body(&self, member)
        index += 1
      }
    } else if value.kind == .doubled {
      isSeveral = true
    } else {
      value.forEachField { field in
        guard visit() else { return false }
        body(&self, field.value)
        return true
      }
    }
  }

  private mutating func visit() -> Bool {
    visits += 1
    if visits > Self.visitsMax { isSeveral = true }
    return !isSeveral
  }
}

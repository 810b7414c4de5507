internal import CYAML

/// The events of a YAML text, one after the other, as libyaml reads them. Source: yaml.h, `yaml_parser_parse`.
@safe struct YAMLEvents: ~Copyable {
  /// What a place in the text is.
  enum Content {
    case scalar(String, isPlain: Bool)
    case listStart
    case listEnd
    case mappingStart
    case mappingEnd
    /// Another name for the node that was marked so.
    case alias(String)
    case documentStart
    case documentEnd
    case streamEnd
  }

  struct Event {
    var content: Content
    var position: TextPosition
    /// The name by which an alias finds it.
    var anchor: String?
  }

  /// Why the parser gave up, in its words.
  struct Failure: Error {
    var problem: String
    /// What it was doing, and where that began.
    var context = ""
    var start: TextPosition?
    /// `nil`: the text is no YAML at all.
    var position: TextPosition?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let source: SourceText
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: some Collection<UInt8>, of source: SourceText) {
    self.source = source
    // The parser reads from where the text stands, as long as it lives.
    unsafe text = .allocate(capacity: bytes.count)
    _ = unsafe text.initialize(fromContentsOf: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next one; after the end of the stream that again.
  mutating func next() throws(Failure) -> Event {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure }
      defer { unsafe yaml_event_delete(&event) }
      if let content = unsafe Self.content(event) {
        return unsafe Event(
          content: content, position: position(event.start_mark), anchor: Self.anchor(event))
      }
    }
  }

  private static func content(_ event: yaml_event_t) -> Content? {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE || scalar.style == YAML_ANY_SCALAR_STYLE
      return unsafe .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain)
    case YAML_SEQUENCE_START_EVENT: return .listStart
    case YAML_SEQUENCE_END_EVENT: return .listEnd
    case YAML_MAPPING_START_EVENT: return .mappingStart
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_ALIAS_EVENT: return unsafe .alias(words(event.data.alias.anchor) ?? "")
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
    default: return nil
    }
  }

  private static func anchor(_ event: yaml_event_t) -> String? {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: unsafe words(event.data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: unsafe words(event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: unsafe words(event.data.mapping_start.anchor)
    default: nil
    }
  }

  private static func words(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  private static func words(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  private func position(_ mark: yaml_mark_t) -> TextPosition {
    source.at(mark.line + 1, mark.column + 1)
  }

  private var failure: Failure {
    let state = unsafe parser.pointee
    let problem = unsafe Self.words(state.problem) ?? ""
    guard unsafe state.error == YAML_SCANNER_ERROR || state.error == YAML_PARSER_ERROR else {
      return Failure(problem: problem)
    }
    let context = unsafe Self.words(state.context)
    return unsafe Failure(
      problem: problem, context: context ?? "",
      start: context == nil ? nil : position(state.context_mark),
      position: position(state.problem_mark))
  }
}

private import CSimdJSON

/// One message's payload, read as JSON, as a bare number or as a word, without a copy on the heap.
///
/// Made once and loaded again for each message: after ``init(bytesMax:)`` nothing allocates but ``text``. Bytes are
/// untrusted. What is not JSON of at most 64 levels has no ``root``; nothing here traps.
///
/// JSON as in RFC 8259, with these limits: a number beyond a double's range, or a whole number beyond 64 bits, makes
/// the whole text malformed, and so does a lone surrogate, invalid UTF-8 or a raw control character.
@safe
package final class PayloadReader {
  private let reader: OpaquePointer?
  private var rootState = RootState.unparsed
  /// Counts the loads, so that a value of an earlier message is told apart from one of the present.
  private(set) var generation: UInt64 = 0

  /// Bytes of the message; 0 where it was too large.
  package var byteCount: Int { count }
  /// The last message had more bytes than `bytesMax` and cannot be read.
  package var isTooLarge: Bool { overflows }
  package let bytesMax: Int
  /// Who watches how messages are read, for those who explain; `nil` in the running bridge.
  package var observer: AnyObject?
  /// Places of the document that somebody looked at; `nil`, as in the running bridge: they are not noted.
  private(set) var looks: Set<UInt64>?

  /// Nesting that is read; deeper texts are malformed.
  package static let depthMax = 64

  private var count = 0
  private var overflows = false
  private var wrapped: [Wrapped] = []
  /// Texts of one message that are opened as documents; more are texts and no more.
  private static let wrappedMax = 4

  /// The document in a text of this one.
  private struct Wrapped {
    var reader: PayloadReader
    /// Of the text in this reader's buffers.
    var address: UInt
    /// ``PayloadReader/generation`` at which it was opened.
    var generation: UInt64
  }

  private enum RootState {
    case unparsed
    case malformed
    case parsed(loam_json_element)
  }

  /// - Parameter bytesMax: 1…2²⁸. Where memory for it is short, each message is too large.
  package init(bytesMax: Int = 65_536) {
    self.bytesMax = bytesMax
    unsafe reader = bytesMax > 0 ? loam_json_create(bytesMax, Self.depthMax) : nil
  }

  deinit { if let reader = unsafe reader { unsafe loam_json_destroy(reader) } }

  /// Takes a message; values of the one before can be read no longer. `false` where it is too large.
  @discardableResult
  package func load(_ payload: Span<UInt8>) -> Bool {
    generation &+= 1
    for one in wrapped { one.reader.load(Span()) }
    looks?.removeAll(keepingCapacity: true)
    rootState = .unparsed
    count = 0
    overflows = true
    guard let reader = unsafe reader, payload.count <= bytesMax else { return false }
    // A byte order mark belongs to no message.
    let hasMark = payload.count >= 3 && payload[0] == 0xEF && payload[1] == 0xBB && payload[2] == 0xBF
    let payload = hasMark ? payload.extracting(3...) : payload
    unsafe payload.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress, let buffer = unsafe loam_json_buffer(reader) else { return }
      unsafe buffer.update(from: start, count: bytes.count)
    }
    count = payload.count
    overflows = false
    return true
  }

  /// From the next message on.
  package func noteLooks() { looks = [] }

  func note(_ place: UInt64) { if looks != nil { looks?.insert(place) } }

  /// The document; parsed once per message. `nil`: not JSON.
  package var root: JSONValue? {
    switch rootState {
    case .malformed: return nil
    case .parsed(let element): return JSONValue(reader: self, element: element)
    case .unparsed: break
    }
    var element = loam_json_element()
    guard let reader = unsafe reader, !isTooLarge,
      unsafe loam_json_parse(reader, byteCount, &element) == 1
        || mend() && loam_json_parse(reader, byteCount, &element) == 1
    else {
      rootState = .malformed
      return nil
    }
    rootState = .parsed(element)
    return JSONValue(reader: self, element: element)
  }

  /// `false`: what is not JSON here is none with ``JSONMending`` either.
  private func mend() -> Bool {
    guard let reader = unsafe reader, let buffer = unsafe loam_json_buffer(reader) else { return false }
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: buffer, count: count))
    guard let mended = JSONMending.mended(bytes), mended.count <= bytesMax else { return false }
    unsafe mended.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { unsafe buffer.update(from: start, count: source.count) }
    }
    count = mended.count
    return true
  }

  /// The object or array that the message is, also where it came wrapped in a text.
  package var tree: JSONValue? {
    guard let root else { return nil }
    return root.kind == .object || root.kind == .array ? root : root.opened
  }

  /// The document that a text of this message holds. Opened once per message; nothing but it is overwritten.
  func document(in text: Span<UInt8>, at address: UInt) -> JSONValue? {
    var place = wrapped.firstIndex { $0.generation == generation && $0.address == address }
    if place == nil {
      place = wrapped.firstIndex { $0.generation != generation }
      if place == nil, wrapped.count < Self.wrappedMax {
        place = wrapped.count
        wrapped.append(Wrapped(reader: PayloadReader(bytesMax: bytesMax), address: 0, generation: 0))
      }
      if let place {
        wrapped[place].address = address
        wrapped[place].generation = generation
        wrapped[place].reader.load(text)
      }
    }
    guard let place else { return nil }
    wrapped[place].reader.observer = observer
    return wrapped[place].reader.root
  }

  /// The whole payload as one number: `21.4`, `61%`, `3.295 V`, `"23.45"`, `nan`, nothing at all.
  package func number() -> NumberReading {
    if isTooLarge { return .notANumber }
    var reading = NumberReading.notANumber
    withBytes { reading = NumberText.read($0) }
    if reading == .notANumber, let root, root.kind == .string { return root.number }
    return reading
  }

  /// Calls `body` with the payload's bytes, as they came, without a byte order mark.
  package func withBytes(_ body: (Span<UInt8>) -> Void) {
    let buffer = unsafe reader.map { unsafe UnsafeBufferPointer(start: loam_json_buffer($0), count: count) }
    unsafe body(Span(_unsafeElements: buffer ?? UnsafeBufferPointer(start: nil, count: 0)))
  }

  /// Whether the payload is exactly this text.
  package func textEquals(_ word: String) -> Bool {
    var isEqual = false
    if !overflows { withBytes { isEqual = TextBytes.equal($0, word.utf8Span.span) } }
    return isEqual
  }

  /// The payload as text, ill-formed UTF-8 replaced. Allocates.
  package var text: String {
    var copy = ""
    withBytes { bytes in
      copy = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
    return copy
  }
}

/// The fields of a protobuf message, from the first to the last; what nobody asks for is gone past.
///
/// Source: protobuf.dev, "Encoding".
struct ProtobufReader {
  enum Value {
    case whole(UInt64)
    case eight(UInt64)
    case four(UInt32)
    /// A text, or a message of its own.
    case part(ProtobufReader)
    case group
  }

  /// These bytes are no message.
  struct Broken: Error {}

  /// Groups in groups are no deeper in anything that is meant.
  private static let depthMax = 16

  private let bytes: [UInt8]
  private var place: Int
  private let end: Int

  init(_ bytes: Span<UInt8>) { self.init(bytes.indices.map { bytes[$0] }, 0..<bytes.count) }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, place, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// The next field, by its number; `nil`: there is none.
  mutating func next() throws(Broken) -> (number: UInt64, value: Value)? {
    guard place < end else { return nil }
    let (number, form) = try key()
    return (number, form == 3 ? try group(number) : try value(form))
  }

  func text() throws(Broken) -> String {
    guard let text = String(validating: bytes[place..<end], as: UTF8.self) else { throw Broken() }
    return text
  }

  private mutating func key() throws(Broken) -> (number: UInt64, form: UInt64) {
    let key = try varint()
    guard (1..<1 << 29).contains(key >> 3) else { throw Broken() }
    return (key >> 3, key & 7)
  }

  private mutating func value(_ form: UInt64) throws(Broken) -> Value {
    switch form {
    case 0: return .whole(try varint())
    case 1: return .eight(try fixed(8))
    case 2:
      let range = try take(try varint())
      return .part(ProtobufReader(bytes, range))
    case 5: return .four(UInt32(truncatingIfNeeded: try fixed(4)))
    default: throw Broken()
    }
  }

  /// To the end of the group that has just begun.
  private mutating func group(_ number: UInt64) throws(Broken) -> Value {
    var open = [number]
    while let innermost = open.last {
      let (number, form) = try key()
      switch form {
      case 3:
        guard open.count < Self.depthMax else { throw Broken() }
        open.append(number)
      case 4:
        guard number == innermost else { throw Broken() }
        open.removeLast()
      default: _ = try value(form)
      }
    }
    return .group
  }

  private mutating func varint() throws(Broken) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let byte = bytes[try take(1).lowerBound]
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Broken()
  }

  private mutating func fixed(_ count: UInt64) throws(Broken) -> UInt64 {
    bytes[try take(count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func take(_ count: UInt64) throws(Broken) -> Range<Int> {
    guard count <= UInt64(end - place) else { throw Broken() }
    defer { place += Int(count) }
    return place..<place + Int(count)
  }
}

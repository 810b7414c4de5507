/// Reads one JSON object as RFC 8259 has it, and what it leaves to agreement: no BOM, valid UTF-8, no lone surrogates, bounded depth,
/// and no key twice in one object (Foundation's decoder does not notice those).
package struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var path: [String] = []
  private var depth = 0
  private let depthMax: Int

  package static func object(
    _ bytes: [UInt8], depthMax: Int = DocumentLimits.depth
  ) throws(DocumentError) -> [String: JSON] {
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw DocumentError(.badJSON, "not UTF-8")
    }
    var reader = JSONReader(bytes: bytes, depthMax: depthMax)
    reader.skipSpace()
    guard reader.peek == UInt8(ascii: "{"), case .object(let members) = try reader.value() else {
      throw DocumentError(.badJSON, "not an object")
    }
    reader.skipSpace()
    guard reader.index == bytes.count else { throw DocumentError(.badJSON, "more than one value") }
    return members
  }

  /// The value that begins there, in bytes that we wrote ourselves.
  static func value(at start: Int, of bytes: [UInt8]) -> JSON? {
    var reader = JSONReader(bytes: bytes, depthMax: DocumentLimits.depth)
    reader.index = start
    return try? reader.value()
  }

  private init(bytes: [UInt8], depthMax: Int) {
    self.bytes = bytes
    self.depthMax = depthMax
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var pointer: String { path.map { "/" + DocumentError.escaped($0) }.joined() }

  private func broken(_ message: String) -> DocumentError { DocumentError(.badJSON, at: pointer, message) }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(DocumentError) -> JSON {
    switch peek {
    case UInt8(ascii: "{"): .object(try nested { (reader) throws(DocumentError) in try reader.members() })
    case UInt8(ascii: "["): .list(try nested { (reader) throws(DocumentError) in try reader.items() })
    case UInt8(ascii: "\""): .text(try string())
    case UInt8(ascii: "t"): try word("true", .flag(true))
    case UInt8(ascii: "f"): try word("false", .flag(false))
    case UInt8(ascii: "n"): try word("null", .null)
    default: .number(try number())
    }
  }

  private mutating func nested<Value>(
    _ body: (inout JSONReader) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    depth += 1
    guard depth <= depthMax else { throw broken("nested deeper than \(depthMax)") }
    index += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func members() throws(DocumentError) -> [String: JSON] {
    var members: [String: JSON] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw broken("a key is missing") }
      let key = try string()
      path.append(key)
      guard members[key] == nil else { throw broken("the key is there twice") }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw broken("a colon is missing") }
      skipSpace()
      members[key] = try value()
      path.removeLast()
      skipSpace()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw broken("a comma is missing") }
    }
  }

  private mutating func items() throws(DocumentError) -> [JSON] {
    var items: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return items }
    while true {
      path.append(String(items.count))
      skipSpace()
      items.append(try value())
      path.removeLast()
      skipSpace()
      if take(UInt8(ascii: "]")) { return items }
      guard take(UInt8(ascii: ",")) else { throw broken("a comma is missing") }
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(DocumentError) -> JSON {
    for byte in word.utf8 {
      guard take(byte) else { throw broken("not a JSON value") }
    }
    return value
  }

  /// Infinite where it is beyond a double: no field takes it.
  private mutating func number() throws(DocumentError) -> Double {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      index += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .infinity
  }

  private mutating func digits() throws(DocumentError) {
    let start = index
    while let byte = peek, byte.isDigit { index += 1 }
    guard index > start else { throw broken("not a JSON value") }
  }

  private mutating func string() throws(DocumentError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw broken("a control character in a text")
      default: text.append(byte)
      }
    }
    throw broken("a text does not end")
  }

  private mutating func escape() throws(DocumentError) -> Unicode.Scalar {
    guard let byte = peek else { throw broken("a text does not end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw broken("not an escape of JSON")
    }
  }

  private mutating func unicodeEscape() throws(DocumentError) -> Unicode.Scalar {
    let high = try hexUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw broken("half of a surrogate pair")
    }
    let low = try hexUnit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw broken("half of a surrogate pair") }
    return scalar
  }

  private mutating func hexUnit() throws(DocumentError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw broken("not an escape of JSON")
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }
}

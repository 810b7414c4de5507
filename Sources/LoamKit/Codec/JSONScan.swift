/// Checks that bytes are one JSON object as RFC 8259 has it, and what it leaves to agreement: no BOM, valid UTF-8,
/// no lone surrogates, bounded depth, and no key twice in one object (Foundation's decoder does not notice those).
struct JSONScan {
  private let bytes: [UInt8]
  private var index = 0
  private var path: [String] = []
  private var depth = 0

  /// Pointers to numbers that are not whole or not finite: a field that wants another number is among them.
  private var oddNumbers: [String] = []

  /// Returns pointers to numbers that are not whole or not finite.
  @discardableResult
  static func check(_ bytes: [UInt8]) throws(DocumentError) -> [String] {
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw DocumentError(.badJSON, "not UTF-8")
    }
    var scan = JSONScan(bytes: bytes)
    scan.skipSpace()
    guard scan.peek == UInt8(ascii: "{") else { throw DocumentError(.badJSON, "not an object") }
    try scan.value()
    scan.skipSpace()
    guard scan.index == bytes.count else { throw DocumentError(.badJSON, "more than one value") }
    return scan.oddNumbers
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

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

  private mutating func value() throws(DocumentError) {
    switch peek {
    case UInt8(ascii: "{"): try nested { (scan) throws(DocumentError) in try scan.object() }
    case UInt8(ascii: "["): try nested { (scan) throws(DocumentError) in try scan.array() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func nested(
    _ body: (inout JSONScan) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    depth += 1
    guard depth <= DocumentLimits.depth else { throw broken("nested deeper than \(DocumentLimits.depth)") }
    index += 1
    try body(&self)
    depth -= 1
  }

  private mutating func object() throws(DocumentError) {
    var keys: Set<String> = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw broken("a key is missing") }
      let key = try string()
      path.append(key)
      guard keys.insert(key).inserted else { throw broken("the key is there twice") }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw broken("a colon is missing") }
      skipSpace()
      try value()
      path.removeLast()
      skipSpace()
      if take(UInt8(ascii: "}")) { return }
      guard take(UInt8(ascii: ",")) else { throw broken("a comma is missing") }
    }
  }

  private mutating func array() throws(DocumentError) {
    skipSpace()
    if take(UInt8(ascii: "]")) { return }
    var count = 0
    while true {
      path.append(String(count))
      skipSpace()
      try value()
      path.removeLast()
      count += 1
      skipSpace()
      if take(UInt8(ascii: "]")) { return }
      guard take(UInt8(ascii: ",")) else { throw broken("a comma is missing") }
    }
  }

  private mutating func word(_ word: StaticString) throws(DocumentError) {
    for byte in "\(word)".utf8 {
      guard take(byte) else { throw broken("not a JSON value") }
    }
  }

  private mutating func number() throws(DocumentError) {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      index += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .nan
    if !number.isFinite || number != number.rounded() || abs(number) > 9e15 { oddNumbers.append(pointer) }
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

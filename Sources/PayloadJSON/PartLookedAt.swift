/// A message without what nobody has looked at, for those who pass it on: texts of a gadget's own, addresses, coordinates.
extension PayloadReader {
  /// The message without such members, byte by byte as it came; `nil`: it is no document, or looks were not noted.
  package var partLookedAt: [UInt8]? {
    guard let looks, let root else { return nil }
    var bytes: [UInt8] = []
    withBytes { span in for i in span.indices { bytes.append(span[i]) } }
    var cut = Cut(bytes: bytes, looks: looks)
    let part = cut.value(root)
    return cut.holds ? part.text : nil
  }
}

/// Walks through the text and the document together: the document says what a place is, the text how it is written.
private struct Cut {
  typealias Part = (text: [UInt8], isRead: Bool)

  let bytes: [UInt8]
  let looks: Set<UInt64>
  private var at = 0
  /// Whether there is an object or an array at all.
  private(set) var holds = false

  init(bytes: [UInt8], looks: Set<UInt64>) {
    self.bytes = bytes
    self.looks = looks
  }

  mutating func value(_ value: JSONValue) -> Part {
    skipSpace()
    let start = at
    let isRead = looks.contains(value.place)
    switch byte {
    case UInt8(ascii: "{"): return object(value, isRead)
    case UInt8(ascii: "["): return list(value, isRead)
    case UInt8(ascii: "\""): skipText()
    default: while at < bytes.count, !",]} \t\r\n".utf8.contains(bytes[at]) { at += 1 }
    }
    return (Array(bytes[start..<at]), isRead)
  }

  private mutating func object(_ object: JSONValue, _ wasRead: Bool) -> Part {
    let start = at
    var members: [[UInt8]] = []
    var keys: Set<[UInt8]> = []
    var (isRead, isDoubled) = (wasRead, false)
    holds = true
    at += 1
    object.forEachField { field in
      skipSpace()
      let key = at
      skipText()
      let name = Array(bytes[key..<at])
      isDoubled = !keys.insert(name).inserted || isDoubled
      skipSpace()
      at += 1
      let part = value(field.value)
      if part.isRead { members.append(name + [UInt8(ascii: ":")] + part.text) }
      isRead = isRead || part.isRead
      skipSpace()
      if byte == UInt8(ascii: ",") { at += 1 }
      return true
    }
    skipSpace()
    at += 1
    // A key that stands twice is refused as such: so it does in the part.
    if isDoubled { return (Array(bytes[start..<min(at, bytes.count)]), isRead) }
    return (
      [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")], isRead
    )
  }

  /// Members keep their places.
  private mutating func list(_ list: JSONValue, _ wasRead: Bool) -> Part {
    var (members, isRead) = ([[UInt8]](), wasRead)
    holds = true
    at += 1
    while let member = list.member(at: members.count) {
      let part = value(member)
      members.append(part.isRead ? part.text : Array("null".utf8))
      isRead = isRead || part.isRead
      skipSpace()
      if byte == UInt8(ascii: ",") { at += 1 }
    }
    skipSpace()
    at += 1
    return (
      [UInt8(ascii: "[")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")], isRead
    )
  }

  private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func skipSpace() { while " \t\r\n".utf8.contains(byte) { at += 1 } }

  /// From its first quote to behind its last.
  private mutating func skipText() {
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    at = min(at + 1, bytes.count)
  }
}

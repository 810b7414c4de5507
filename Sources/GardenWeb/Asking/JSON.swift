internal import LoamKit

/// Documents as bytes.
enum JSON {
  /// Keys in a fixed order, so that the same document is the same bytes.
  static func bytes(_ document: some Encodable) -> [UInt8] {
    // Only a number that is none cannot be written.
    DocumentCodec.bytes(of: document) ?? Array("null".utf8)
  }
}

/// A document that is put together as it is written: the OpenAPI description.
indirect enum JSONValue: Encodable, Sendable, Hashable, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case list([JSONValue])
  case object([String: JSONValue])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

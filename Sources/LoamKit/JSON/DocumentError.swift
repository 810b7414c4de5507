/// Why bytes are not a document, or a document must not be sent.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The code that goes into the ack.
  public var code: AckCode
  /// JSON pointer (RFC 6901) to the place; empty for the whole document.
  public var pointer: String
  /// English, for people; at most 120 characters, never content of the document.
  public var message: String

  /// An error at a JSON pointer.
  public init(_ code: AckCode, at pointer: String = "", _ message: String) {
    self.code = code
    self.pointer = pointer
    self.message = message
  }

  static func escaped(_ key: String) -> String {
    var text = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  /// `bad_time at /note/ts: …`
  public var description: String {
    pointer.isEmpty ? "\(code.rawValue): \(message)" : "\(code.rawValue) at \(pointer): \(message)"
  }
}

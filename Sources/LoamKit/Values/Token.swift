/// The form of one kind of identifier.
public protocol TokenForm: Sendable {
  /// Whether these characters are such an identifier.
  static func accepts(_ text: String.UTF8View) -> Bool
  /// What a document is refused with when it is not.
  static var breach: AckCode { get }
}

/// An identifier whose form holds by construction: a document that carries another text does not decode.
///
/// On the wire it is a JSON string.
public struct Token<Form: TokenForm>: Sendable, Hashable, CustomStringConvertible {
  /// The identifier as it is written.
  public let text: String

  /// `nil` where the text does not have the form.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    guard Form.accepts(text.utf8) else { return nil }
    self.text = text
  }

  private init(unchecked: String) { text = unchecked }
  init(literal: String) { text = literal }

  /// The identifier as it is written.
  public var description: String { text }
}

extension Token: Codable {
  /// Refuses a text of another form, and whatever is not a text, with ``TokenForm/breach``.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.singleValueContainer()
    if box.decodeNil() { throw DocumentError(.missingField, at: decoder.codingPath, "required") }
    let text = try? box.decode(String.self)
    if let text, let token = Self(text) {
      self = token
    } else if decoder.readsFormsLater {
      self = Self(unchecked: text ?? "")
    } else {
      throw DocumentError(Form.breach, at: decoder.codingPath, "not of the required form")
    }
  }

  /// Writes a JSON string.
  public func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    try box.encode(text)
  }
}

/// A message's own id, and what refers to one: a canonical lowercase UUID (RFC 9562), version 7 advised.
public typealias MessageID = Token<MessageIDForm>
/// What replaces what: `^[A-Za-z0-9_-]{1,32}$`. Fits every channel's field for it.
public typealias ReminderKey = Token<ReminderKeyForm>
/// A phone, watch or display: `^[a-z0-9][a-z0-9-]{0,31}$`, equal to its MQTT user name and client id.
public typealias DeviceName = Token<DeviceNameForm>
/// A plant, place or sensor: `^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`.
public typealias SubjectName = Token<SubjectNameForm>
/// A value that people can move: `^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$`, longer than a plant's by its ending.
public typealias ControlName = Token<ControlNameForm>
/// A system of buttons: `^[A-Z][A-Z0-9_]{0,31}$`.
public typealias CategoryName = Token<CategoryNameForm>
/// A button: `^[a-z][a-z0-9_]{0,31}$`, or one of Apple's two own identifiers.
public typealias ActionName = Token<ActionNameForm>

/// See ``MessageID``.
public enum MessageIDForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 36 characters, hyphens at 8, 13, 18 and 23, lowercase hexadecimal digits elsewhere.
  public static func accepts(_ text: String.UTF8View) -> Bool {
    guard text.count == 36 else { return false }
    return text.enumerated().allSatisfy { position, byte in
      switch position {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
    }
  }
}

/// See ``ReminderKey``.
public enum ReminderKeyForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 32 of letters, digits, hyphen, underscore.
  public static func accepts(_ text: String.UTF8View) -> Bool {
    (1...32).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isDigit || $0.isJoiner }
  }
}

/// See ``DeviceName``.
public enum DeviceNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 32 of lowercase letters, digits, hyphen; no hyphen in front.
  public static func accepts(_ text: String.UTF8View) -> Bool {
    guard let first = text.first, text.count <= 32, first.isLowercase || first.isDigit else { return false }
    return text.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") }
  }
}

/// See ``SubjectName``.
public enum SubjectNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 64 of letters, digits, hyphen, underscore; a letter or digit in front.
  public static func accepts(_ text: String.UTF8View) -> Bool { text.isName(of: 64) }
}

/// See ``ControlName``.
public enum ControlNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 80 of letters, digits, hyphen, underscore; a letter or digit in front.
  public static func accepts(_ text: String.UTF8View) -> Bool { text.isName(of: 80) }
}

/// See ``CategoryName``.
public enum CategoryNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .unknownAction }
  /// 1 to 32 of capital letters, digits, underscore; a letter in front.
  public static func accepts(_ text: String.UTF8View) -> Bool {
    guard let first = text.first, text.count <= 32, first.isUppercase else { return false }
    return text.allSatisfy { $0.isUppercase || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}

/// See ``ActionName``.
public enum ActionNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .unknownAction }
  /// Apple's identifiers of a plain tap and of a dismissal.
  static let apples = [
    "com.apple.UNNotificationDefaultActionIdentifier", "com.apple.UNNotificationDismissActionIdentifier",
  ]
  /// 1 to 32 of lowercase letters, digits, underscore with a letter in front; or one of Apple's two.
  public static func accepts(_ text: String.UTF8View) -> Bool {
    if apples.contains(where: { $0.utf8.elementsEqual(text) }) { return true }
    guard let first = text.first, text.count <= 32, first.isLowercase else { return false }
    return text.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}

extension String.UTF8View {
  fileprivate func isName(of countMax: Int) -> Bool {
    guard let first, count <= countMax, first.isLetter || first.isDigit else { return false }
    return allSatisfy { $0.isLetter || $0.isDigit || $0.isJoiner }
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLetter: Bool { isLowercase || isUppercase }
  fileprivate var isJoiner: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}

/// The form of one kind of identifier.
public protocol TokenForm: Sendable {
  /// What such an identifier looks like.
  static var form: TextForm { get }
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
    guard Form.form.accepts(text.utf8) else { return nil }
    self.text = text
  }

  init(literal: String) { text = literal }

  /// The identifier as it is written.
  public var description: String { text }
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
  /// A UUID.
  public static let form = TextForm.uuid
}

/// See ``ReminderKey``.
public enum ReminderKeyForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 32 of letters, digits, hyphen, underscore.
  public static let form = TextForm("A-Za-z0-9_-", 1...32)
}

/// See ``DeviceName``.
public enum DeviceNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 32 of lowercase letters, digits, hyphen; no hyphen in front.
  public static let form = TextForm("a-z0-9", then: "a-z0-9-", 1...32)
}

/// See ``SubjectName``.
public enum SubjectNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 64 of letters, digits, hyphen, underscore; a letter or digit in front.
  public static let form = TextForm("A-Za-z0-9", then: "A-Za-z0-9_-", 1...64)
}

/// See ``ControlName``.
public enum ControlNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .badID }
  /// 1 to 80 of letters, digits, hyphen, underscore; a letter or digit in front.
  public static let form = TextForm("A-Za-z0-9", then: "A-Za-z0-9_-", 1...80)
}

/// See ``CategoryName``.
public enum CategoryNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .unknownAction }
  /// 1 to 32 of capital letters, digits, underscore; a letter in front.
  public static let form = TextForm("A-Z", then: "A-Z0-9_", 1...32)
}

/// See ``ActionName``.
public enum ActionNameForm: TokenForm {
  /// What a document is refused with.
  public static var breach: AckCode { .unknownAction }
  /// 1 to 32 of lowercase letters, digits, underscore with a letter in front; or Apple's words for a plain tap and a dismissal.
  public static let form = TextForm(
    "a-z", then: "a-z0-9_", 1...32,
    or: [
      "com.apple.UNNotificationDefaultActionIdentifier", "com.apple.UNNotificationDismissActionIdentifier",
    ])
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

internal import CMosquitto

/// libmosquitto as a whole.
enum Library {
  /// `mosquitto_lib_init`, once per process and never undone: other threads may be inside the library at exit.
  static let isInitialized: Bool = mosquitto_lib_init() == 0

  /// 2.1.0 is 2_001_000.
  static let version: Int32 = mosquitto_lib_version(nil, nil, nil)

  /// How many reads in a row without a message mean that nothing is left. From 2.1 on the library reads ahead, so a
  /// packet that is told to nobody (PINGRESP) may hide a message that `poll` does not know of.
  static let barrenReadsToStop = version >= 2_001_000 ? 2 : 1

  /// Whether the library takes the string into a packet: UTF-8 without control characters (5.0 §1.5.4).
  static func takes(_ text: String) -> Bool {
    let length = text.utf8.count
    guard length <= 65_535 else { return false }
    return unsafe mosquitto_validate_utf8(text, Int32(length)) == 0
  }

  static func text(of code: Int32) -> String { unsafe String(cString: mosquitto_strerror(code)) }
}

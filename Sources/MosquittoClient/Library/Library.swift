internal import CMosquitto
internal import Glibc

/// libmosquitto as a whole.
enum Library {
  /// `mosquitto_lib_init`, once per process and never undone: other threads may be inside the library at exit.
  ///
  /// A broker that hangs up must not end the process: OpenSSL writes without `MSG_NOSIGNAL`. Up to 2.0.14 the library
  /// ignored the signal itself (`mosquitto_new`), Debian 13's does not.
  static let isInitialized: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return mosquitto_lib_init() == 0
  }()

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

  /// The library's words for a code. They end with a full stop up to 2.0, without one since 2.1: here without.
  static func text(of code: Int32) -> String {
    let text = unsafe String(cString: mosquitto_strerror(code))
    return text.last == "." ? String(text.dropLast()) : text
  }
}

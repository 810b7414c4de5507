/// Exit codes of the command line. Source: `sysexits.h` (BSD), which systemd names as well.
package enum ExitCode {
  package static let success: Int32 = 0
  package static let failure: Int32 = 1
  /// The command line is wrong.
  package static let usage: Int32 = 64
  /// Input data are wrong.
  package static let dataError: Int32 = 65
  package static let noInput: Int32 = 66
  /// A service (the broker) is not there.
  package static let unavailable: Int32 = 69
  package static let software: Int32 = 70
  package static let ioError: Int32 = 74
  /// Try again later.
  package static let tempFail: Int32 = 75
  /// The broker refused the credentials, or a command was forbidden.
  package static let noPermission: Int32 = 77
  /// The config is wrong. systemd units name it in `RestartPreventExitStatus`.
  package static let config: Int32 = 78
}

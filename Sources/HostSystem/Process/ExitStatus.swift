/// Exit codes of the command line. Source: `sysexits.h` (BSD), which systemd names as well.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  case failure = 1
  /// The command line is wrong.
  case usage = 64
  /// Input data are wrong.
  case dataError = 65
  case noInput = 66
  /// A service (the broker) is not there.
  case unavailable = 69
  case software = 70
  case ioError = 74
  /// Try again later.
  case tempFail = 75
  /// The broker refused the credentials, or a command was forbidden.
  case noPermission = 77
  /// The config is wrong. systemd units name it in `RestartPreventExitStatus`.
  case config = 78
}

import BridgeConfig
import Foundation

/// Files of the repository, found from this file.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let fixtures = root.appending(path: "Tests/BridgeConfigTests/Fixtures")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static var updatesExpected: Bool { ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" }
}

/// A host with one password file, one variable and a handful of time zones.
///
/// - Parameter parts: files beside the config, by their paths.
func read(
  _ text: String, fileName: String = "loam.yaml", parts: [String: String] = [:]
) -> Result<BridgeSettings, ConfigProblems> {
  ConfigFile.read(
    text: text, fileName: fileName,
    environment: [
      "LOAM_MQTT_PASSWORD": "hunter2", "CREDENTIALS_DIRECTORY": "/run/credentials/loam", "EMPTY": "",
      "LOAM_TELEGRAM_TOKEN": "123456:aaaaaaaaaaaaaaaaaaaaaaaa", "LOAM_NTFY_TOPIC": "garden_9f2",
      "LOAM_NTFY_ANSWER_TOPIC": "answers_77c", "LOAM_WEBHOOK_URL": "https://hook.example/key/hunter2",
    ],
    readSecret: { path in
      switch path {
      case "/run/credentials/loam/mqtt-password": .success("correct horse\nsecond line\n")
      case "/run/credentials/loam/web-token": .success("correct horse battery staple\n")
      case "/etc/loam/opensprinkler-password": .success("opendoor\n")
      case "/etc/loam/empty": .success("\n")
      default: .failure(FileUnreadable("no such file"))
      }
    },
    readFile: { path in
      parts[path].map { .success(Array($0.utf8)) } ?? .failure(FileUnreadable("no such file"))
    },
    timeZoneExists: { ["Europe/Berlin", "America/New_York", "UTC"].contains($0) })
}

/// What a person would read: problems, or warnings of a good file.
func report(_ result: Result<BridgeSettings, ConfigProblems>) -> String {
  let diagnostics =
    switch result {
    case .success(let settings): settings.warnings
    case .failure(let problems): problems.diagnostics
    }
  return diagnostics.map(\.description).joined(separator: "\n\n")
}

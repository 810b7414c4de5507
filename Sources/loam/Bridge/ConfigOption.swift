import ArgumentParser
import BridgeConfig
import Foundation
import HostSystem

/// Where the config is, and how a command reads it.
struct ConfigOption: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "The config file. Default: $LOAM_CONFIG, else loam.yaml here, else /etc/loam/loam.yaml.",
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  var path: String {
    if let config { return config }
    if let named = ProcessInfo.processInfo.environment["LOAM_CONFIG"], !named.isEmpty { return named }
    return FileManager.default.fileExists(atPath: "loam.yaml") ? "loam.yaml" : "/etc/loam/loam.yaml"
  }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The settings, or the exit code after everything that is wrong was printed.
  ///
  /// - Parameter secrets: those of the web process belong to another user, and only a check of the file asks for them.
  func read(secrets: SecretOwner = .bridge) throws -> BridgeSettings {
    switch Self.read(path: path, secrets: secrets) {
    case .success(let settings): return settings
    case .failure(let problem):
      StandardError.write(problem.text)
      throw ArgumentParser.ExitCode(problem.exitCode)
    }
  }

  struct Unreadable: Error {
    var text: String
    var exitCode: Int32
  }

  static func read(
    path: String, secrets: SecretOwner = .bridge
  ) -> Result<BridgeSettings, Unreadable> {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      return .failure(
        Unreadable(
          text: """
            \(path): \(reason(error))
            help: name another file with --config FILE, or start with config/example.yaml
            """,
          exitCode: HostSystem.ExitCode.config))
    }
    let result = ConfigFile.read(
      bytes: bytes, fileName: path, environment: ProcessInfo.processInfo.environment, readSecret: secret,
      timeZoneExists: { ZoneTable.exists($0) }, reader: secrets)
    switch result {
    case .success(let settings): return .success(settings)
    case .failure(let problems):
      return .failure(Unreadable(text: problems.description, exitCode: HostSystem.ExitCode.config))
    }
  }

  private static func secret(path: String) -> Result<String, SecretUnreadable> {
    do {
      return .success(try String(contentsOf: URL(filePath: path), encoding: .utf8))
    } catch {
      return .failure(SecretUnreadable(reason(error)))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as NSError).code {
    case NSFileReadNoSuchFileError: "no such file"
    case NSFileReadNoPermissionError: "not permitted to read it"
    default: (error as NSError).localizedDescription
    }
  }
}

enum StandardError {
  static func write(_ text: String) {
    FileHandle.standardError.write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
  }
}

extension ConfigOption.Unreadable: CustomStringConvertible {
  var description: String { text }
}

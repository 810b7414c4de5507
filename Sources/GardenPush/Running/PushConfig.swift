package import BridgeConfig
internal import HostSystem

/// The bridge's config file as loam-push reads it: with its own secrets, without those of others.
package enum PushConfig {
  /// What a person must be told, and the exit code.
  package struct Unreadable: Error, Sendable, CustomStringConvertible {
    package let description: String
    package let exitCode: Int32
  }

  /// - Parameter named: as the command line says; `nil`: `$LOAM_CONFIG`, else `loam.yaml` here, else `/etc/loam/loam.yaml`.
  package static func read(named: String?) throws(Unreadable) -> BridgeSettings {
    let variable = HostProgram.variable("LOAM_CONFIG").flatMap { $0.isEmpty ? nil : $0 }
    let otherwise = HostFile.facts(of: "loam.yaml") == nil ? "/etc/loam/loam.yaml" : "loam.yaml"
    let path = named ?? variable ?? otherwise
    let bytes: [UInt8]
    do {
      bytes = try HostFile.read(path, limit: ConfigFile.sizeMax + 1)
    } catch {
      throw Unreadable(
        description: "\(path): \(error.text)\nhelp: name another file with --config FILE",
        exitCode: ExitCode.config)
    }
    let result = ConfigFile.read(
      bytes: bytes, fileName: path, environment: HostProgram.environment,
      readSecret: { path in
        do throws(HostError) {
          return .success(String(decoding: try HostFile.read(path, limit: 4096), as: UTF8.self))
        } catch {
          return .failure(SecretUnreadable(error.text))
        }
      }, timeZoneExists: { ZoneTable.exists($0) }, reader: .push)
    switch result {
    case .success(let settings): return settings
    case .failure(let problems):
      throw Unreadable(description: problems.description, exitCode: ExitCode.config)
    }
  }

  /// Of the store: a relative one begins in `$STATE_DIRECTORY`, where a service has it.
  package static func folder(_ settings: BridgeSettings) -> String {
    let folder = settings.push.folder
    guard !folder.hasPrefix("/"), let state = HostProgram.variable("STATE_DIRECTORY"), !state.isEmpty else {
      return folder
    }
    return "\(state)/\(folder)"
  }
}

package import BridgeConfig
package import HostSystem

/// The bridge's config file as the web process reads it: with its own secrets, without the bridge's.
package struct ConfigSource: Sendable {
  package let path: String

  /// - Parameter named: as the command line says; `nil`: `$LOAM_CONFIG`, else `loam.yaml` here, else
  ///   `/etc/loam/loam.yaml`.
  package init(named: String?) {
    if let named {
      path = named
    } else if let variable = HostProgram.variable("LOAM_CONFIG"), !variable.isEmpty {
      path = variable
    } else {
      path = HostFile.facts(of: "loam.yaml") == nil ? "/etc/loam/loam.yaml" : "loam.yaml"
    }
  }

  /// What a person must be told, and the exit code.
  package struct Unreadable: Error, Sendable {
    package var text: String
    package var exitCode: Int32
  }

  package func read() throws(Unreadable) -> BridgeSettings {
    let bytes: [UInt8]
    do {
      bytes = try HostFile.read(path, limit: ConfigFile.sizeMax + 1)
    } catch {
      throw Unreadable(
        text: "\(path): \(error.text)\nhelp: name another file with --config FILE", exitCode: ExitCode.config)
    }
    let result = ConfigFile.read(
      bytes: bytes, fileName: path, environment: HostProgram.environment,
      readSecret: { path in
        do throws(HostError) {
          return .success(String(decoding: try HostFile.read(path, limit: 4096), as: UTF8.self))
        } catch {
          return .failure(SecretUnreadable(error.text))
        }
      },
      timeZoneExists: { ZoneTable.exists($0) }, reader: .web)
    switch result {
    case .success(let settings): return settings
    case .failure(let problems):
      throw Unreadable(text: problems.description, exitCode: ExitCode.config)
    }
  }

  /// Another file, or the same one written anew, has other facts.
  package var facts: FileFacts? { HostFile.facts(of: path) }
}

extension ConfigSource.Unreadable: CustomStringConvertible {
  package var description: String { text }
}

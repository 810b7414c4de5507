package import BridgeConfig
package import HostSystem

/// The config file on this machine, as each of the programs reads it: with its own secrets, without those of others.
package struct ConfigSource: Sendable {
  package let path: String
  /// The folder that the file must really be in; `nil`: whoever named the file may name any.
  private var folder: String?

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

  /// A file that was found in a folder.
  init(_ path: String, in folder: String) {
    self.path = path
    self.folder = folder
  }

  /// What a person must be told, and the exit code.
  package struct Unreadable: Error, Sendable {
    package var text: String
    package var exitCode = ExitStatus.config

    package init(text: String) { self.text = text }
  }

  package func read(for reader: SecretOwner) throws(Unreadable) -> BridgeSettings {
    try settings(of: try bytes(), for: reader)
  }

  /// The file as it stands there.
  package func bytes() throws(Unreadable) -> [UInt8] {
    do {
      guard let folder else { return try HostFile.read(path, limit: ConfigFile.sizeMax + 1) }
      return try HostFile.read(path, within: folder, limit: ConfigFile.sizeMax + 1)
    } catch {
      throw Unreadable(
        text: """
          \(path): \(Self.reason(error))
          help: name another file with --config FILE, or start with config/example.yaml
          """)
    }
  }

  /// What the file would mean with that in it.
  ///
  /// - Parameters:
  ///   - secret: reads the files with secrets.
  ///   - part: reads the files that it includes; `nil`: from its folder.
  package func settings(
    of bytes: [UInt8], for reader: SecretOwner,
    secret: @escaping (String) -> Result<String, FileUnreadable> = Self.secret,
    part: ((String) -> Result<[UInt8], FileUnreadable>)? = nil
  ) throws(Unreadable) -> BridgeSettings {
    let result = ConfigFile.read(
      bytes: bytes, fileName: path, environment: HostProgram.environment, readSecret: secret,
      readFile: part ?? self.part, timeZoneExists: { ZoneTable.exists($0) }, reader: reader)
    switch result {
    case .success(let settings): return settings
    case .failure(let problems): throw Unreadable(text: problems.description)
    }
  }

  /// A file that the config includes.
  package func part(_ name: String) -> Result<[UInt8], FileUnreadable> {
    do throws(HostError) {
      let file = path(ofPart: name)
      return .success(
        try HostFile.read(file, within: HostFile.folder(of: path), limit: ConfigFile.sizeMax + 1))
    } catch {
      return .failure(FileUnreadable(Self.reason(error)))
    }
  }

  /// The texts of those files.
  package func parts(_ names: [String]) throws(Unreadable) -> [(path: String, text: String)] {
    var parts: [(path: String, text: String)] = []
    for name in names {
      switch part(name) {
      case .success(let bytes): parts.append((name, String(decoding: bytes, as: UTF8.self)))
      case .failure(let why): throw Unreadable(text: "\(path(ofPart: name)): \(why)")
      }
    }
    return parts
  }

  package func path(ofPart name: String) -> String { "\(HostFile.folder(of: path))/\(name)" }

  /// Longer than any password, token or key that a service hands out.
  private static let secretMax = 65_536

  package static func secret(path: String) -> Result<String, FileUnreadable> {
    do throws(HostError) {
      return .success(String(decoding: try HostFile.read(path, limit: secretMax), as: UTF8.self))
    } catch {
      return .failure(FileUnreadable(reason(error)))
    }
  }

  private static func reason(_ error: HostError) -> String {
    if error.isNoFile { return "no such file" }
    if error.isWayOut { return "a link leads out of the folder" }
    return error.isNotPermitted ? "not permitted to read it" : error.text
  }

  /// Of the config and the files that it includes. Another file, or the same one written anew, has other facts.
  package func facts(including parts: [String]) -> [FileFacts?] {
    ([path] + parts.map(path(ofPart:))).map { HostFile.facts(of: $0) }
  }
}

extension ConfigSource.Unreadable: CustomStringConvertible {
  package var description: String { text }
}

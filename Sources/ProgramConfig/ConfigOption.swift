package import ArgumentParser
package import BridgeConfig
internal import HostSystem

/// Where the config is, and how a command reads it.
package struct ConfigOption: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "The config file. Default: $LOAM_CONFIG, else loam.yaml here, else /etc/loam/loam.yaml.",
    completion: .file(extensions: ["yaml", "yml"]))
  package var config: String?

  package init() {}

  package var source: ConfigSource { ConfigSource(named: config) }

  /// The settings, or the exit code after everything that is wrong was printed.
  ///
  /// - Parameter reader: secrets belong to one of the programs; only a check of the file asks for all of them.
  package func read(for reader: SecretOwner) throws -> BridgeSettings { try source.readOrExit(for: reader) }

  /// The same for a command that needs no password, and may have no right to read one.
  package func readWithoutSecrets() throws -> BridgeSettings {
    let source = source
    return try ConfigSource.orExit { () throws(ConfigSource.Unreadable) in
      try source.settings(of: try source.bytes(), for: .bridge, secret: { _ in .success("-") })
    }
  }
}

extension ConfigSource {
  /// The settings, or the exit code after everything that is wrong was printed.
  package func readOrExit(for reader: SecretOwner) throws -> BridgeSettings {
    try Self.orExit { () throws(Unreadable) in try read(for: reader) }
  }

  package static func orExit<Value>(_ read: () throws(Unreadable) -> Value) throws -> Value {
    do throws(Unreadable) { return try read() } catch {
      throw CommandEnd.saying(error.text, error.exitCode)
    }
  }
}

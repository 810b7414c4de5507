import ArgumentParser
import BridgeConfig
import ProgramConfig

/// The gardens that a command is about.
struct FleetGardens: ParsableArguments {
  @Argument(
    help:
      "Configs, or folders with them. In folders below those, and in names that begin with '.', are no gardens.",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = ["/etc/loam/gardens"]

  func read() throws -> Fleet {
    try ConfigSource.orExit { () throws(ConfigSource.Unreadable) in try Fleet(paths, for: .everyone) }
  }
}

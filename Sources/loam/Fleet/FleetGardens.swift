import ArgumentParser
import BridgeConfig
import HostSystem
import ProgramConfig

/// The gardens of a fleet: a config each.
struct FleetGardens: ParsableArguments {
  @Argument(
    help:
      "Configs, or folders with them. In folders below those, and in names that begin with '.', are no gardens.",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = ["/etc/loam/gardens"]

  struct Garden {
    /// Of the file, without what it ends in.
    var name: String
    var source: ConfigSource
    var settings: BridgeSettings
  }

  /// All that can be read, in order; and what is wrong with the others.
  func read() throws -> (gardens: [Garden], problems: [String]) {
    var gardens: [Garden] = []
    var problems: [String] = []
    for file in try files() {
      let source = ConfigSource(named: file)
      let name = Self.name(of: file)
      guard Self.isGood(name) else {
        problems.append(
          "\(file): error: a garden's file is called by small letters, digits and '-', at most 40: services have its name"
        )
        continue
      }
      do throws(ConfigSource.Unreadable) {
        gardens.append(Garden(name: name, source: source, settings: try source.read(for: .everyone)))
      } catch {
        problems.append(error.text)
      }
    }
    for (i, garden) in gardens.enumerated() {
      guard let earlier = gardens[..<i].first(where: { $0.name == garden.name }) else { continue }
      problems.append(
        "\(earlier.source.path), \(garden.source.path): error: both gardens are called '\(garden.name)'")
    }
    problems += GardenClash.among(gardens.map { ($0.source.path, $0.settings) }).map(\.text)
    return (gardens, problems)
  }

  private func files() throws -> [String] {
    var files: [String] = []
    for path in paths {
      guard HostFile.facts(of: path)?.kind == .folder else {
        files.append(path)
        continue
      }
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      files += (HostFile.names(in: path) ?? []).filter { name in
        !name.hasPrefix(".") && [".yaml", ".yml"].contains { name.hasSuffix($0) }
      }.map { "\(folder)/\($0)" }
    }
    guard !files.isEmpty else {
      StandardError.write("\(paths.joined(separator: ", ")): no config in it; a garden is a file NAME.yaml")
      throw ArgumentParser.ExitCode(HostSystem.ExitCode.config)
    }
    return files
  }

  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last ?? ""
    return String(last.prefix { $0 != "." })
  }

  /// As a unit of systemd and an object of Kubernetes may be called (RFC 1123, a label).
  private static func isGood(_ name: String) -> Bool {
    let isLabel = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isLabel && !name.isEmpty && name.utf8.count <= 40 && !name.hasPrefix("-") && !name.hasSuffix("-")
  }
}

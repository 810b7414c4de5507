package import BridgeConfig
internal import HostSystem

/// The gardens of a fleet: a config each.
package struct Fleet {
  package struct Garden {
    /// Of the file, without what it ends in.
    package var name: String
    package var source: ConfigSource
    package var settings: BridgeSettings
  }

  /// All that can be read, in order.
  package private(set) var gardens: [Garden] = []
  /// What is wrong with the others, and between them.
  package private(set) var problems: [String] = []

  /// - Parameters:
  ///   - paths: configs, or folders with them. In folders below those, and in names that begin with '.', are no gardens.
  ///   - reader: whose secrets are read.
  /// - Throws: what a person is told where there is no config at all.
  package init(_ paths: [String], for reader: SecretOwner) throws(ConfigSource.Unreadable) {
    for source in try Self.sources(paths) {
      let file = source.path
      let name = Self.name(of: file)
      guard Self.isGood(name) else {
        problems.append(
          "\(file): error: a garden's file is called by small letters, digits and '-', at most 40: services have its name"
        )
        continue
      }
      do throws(ConfigSource.Unreadable) {
        gardens.append(Garden(name: name, source: source, settings: try source.read(for: reader)))
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
  }

  private static func sources(_ paths: [String]) throws(ConfigSource.Unreadable) -> [ConfigSource] {
    var sources: [ConfigSource] = []
    for path in paths {
      guard HostFile.facts(of: path)?.kind == .folder else {
        sources.append(ConfigSource(named: path))
        continue
      }
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      sources += (HostFile.names(in: path) ?? []).filter { name in
        !name.hasPrefix(".") && [".yaml", ".yml"].contains { name.hasSuffix($0) }
      }.map { ConfigSource("\(folder)/\($0)", in: folder.isEmpty ? "/" : folder) }
    }
    guard !sources.isEmpty else {
      throw ConfigSource.Unreadable(
        text: "\(paths.joined(separator: ", ")): no config in it; a garden is a file NAME.yaml")
    }
    return sources
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

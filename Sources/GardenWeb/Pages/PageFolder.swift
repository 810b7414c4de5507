package import HostSystem

/// The page's files: a list that is made by looking into the folder. What is not on the list is not served, so no
/// path leads out of it.
package struct PageFolder: Sendable {
  /// Files of the page, by path from the folder: `/icons/192.png`. A folder's `index.html` stands under its path with a slash, too.
  private var files: [String: File] = [:]
  package let path: String

  package struct File: Sendable, Hashable {
    package var path: String
    package var facts: FileFacts
    /// The same, packed by gzip, where it lies beside it.
    package var packed: FileFacts?
  }

  package static let filesMax = 500
  package static let bytesMax = 4 << 20
  private static let depthMax = 4

  /// Looks into the folder and those in it. Links, names that begin with a dot, and files over 4 MiB are left out.
  package init(path: String) {
    self.path = path
    add("", depth: 0)
  }

  package var isEmpty: Bool { files.isEmpty }
  package var count: Int { files.count }

  package func file(_ path: Substring) -> File? { files[String(path)] }

  private mutating func add(_ folder: String, depth: Int) {
    let names = HostFile.names(in: path + folder) ?? []
    var packed: [String: FileFacts] = [:]
    var plain: [(name: String, facts: FileFacts)] = []
    for name in names where !name.hasPrefix(".") && Self.isSendable(name) {
      guard let facts = HostFile.facts(of: "\(path)\(folder)/\(name)", followsLink: false) else { continue }
      switch facts.kind {
      case .folder: if depth < Self.depthMax { add("\(folder)/\(name)", depth: depth + 1) }
      case .regular where facts.bytes <= Self.bytesMax:
        if name.hasSuffix(".gz") {
          packed[String(name.dropLast(3))] = facts
        } else {
          plain.append((name, facts))
        }
      case .regular, .other: break
      }
    }
    for (name, facts) in plain where files.count < Self.filesMax {
      let file = File(path: "\(path)\(folder)/\(name)", facts: facts, packed: packed[name])
      files["\(folder)/\(name)"] = file
      if name == "index.html" { files["\(folder)/"] = file }
    }
  }

  /// Letters that a URL holds without being encoded; the page's own build makes no others.
  private static func isSendable(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
        || "-._".utf8.contains(byte)
    }
  }
}

import Foundation

/// The repository's files, read as text.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct File: Sendable {
    /// From the root of the repository.
    let path: String
    let text: String
    /// Its lines without comments and texts; read once, since each rule asks for them.
    let code: [String]

    init(path: String, text: String) {
      self.path = path
      self.text = text
      code = CodeText(text).lines
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    /// The folder below `Sources` or `Tests`.
    var target: String {
      let parts = path.split(separator: "/")
      return parts.count > 2 ? String(parts[1]) : ""
    }
  }

  static func files(under folder: String, endings: Set<String>) -> [File] {
    let base = root.appending(path: folder)
    guard let paths = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return paths.compactMap { $0 as? String }.sorted().compactMap { path in
      guard endings.contains(URL(fileURLWithPath: path).pathExtension),
        let text = try? String(contentsOf: base.appending(path: path), encoding: .utf8)
      else { return nil }
      return File(path: "\(folder)/\(path)", text: text)
    }
  }

  static let sources = files(under: "Sources", endings: ["swift"])
  static let tests = files(under: "Tests", endings: ["swift"])
  static let examples = files(under: "Examples", endings: ["swift", "py", "h", "ino"])
  static let native = files(under: "Sources", endings: ["c", "cpp", "h"])

  static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
  }

  /// Targets that have source of their own.
  static var targets: [String] {
    names(in: "Sources").filter { name in
      let url = root.appending(path: "Sources/\(name)")
      return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
  }
}

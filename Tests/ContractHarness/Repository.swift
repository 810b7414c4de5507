internal import Foundation

/// The working copy that the tests run in.
package enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Whether the file holds that text. With UPDATE_EXPECTED set it is written first.
  package static func holds(_ text: String, in path: String) throws -> Bool {
    let file = root.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return try String(contentsOf: file, encoding: .utf8) == text
  }
}

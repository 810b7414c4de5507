package import Foundation

/// The digests of a test, a line each, kept in a file. `UPDATE_EXPECTED=1` writes it anew; the commit says why a line changed.
package enum DigestFile {
  /// The lines that differ: as they are now, and as the file has them.
  package static func changes(_ digests: [(name: String, digest: EffectDigest)], in file: URL) throws
    -> [String]
  {
    let lines = digests.map { "\($0.name): \($0.digest.text)" }
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    return lines.filter { !kept.contains($0) } + kept.filter { !lines.contains($0) }
  }
}

/// The names of files in a backup. No name leads out of the backup: each begins with one of four folders, and has no `..` in it.
package enum BackupName {
  package static let manifest = "loam-backup.json"
  /// As `sha256sum --check` reads it.
  package static let sums = "SHA256SUMS"
  /// Files beside the config, in their own folders.
  package static let config = "config/"
  /// The broker's settings and accounts.
  package static let broker = "broker/"
  package static let store = "store/"
  package static let push = "push/"

  /// Databases are the only large files.
  package static func isDatabase(_ name: String) -> Bool {
    (name.hasPrefix(store) || name.hasPrefix(push)) && name.hasSuffix(".sqlite")
  }

  /// ustar has 100 bytes for a name.
  private static let bytesMax = 100

  package static func isGood(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= bytesMax && parts.count > 1
      && ["config", "broker", "store", "push"].contains(String(parts[0]))
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && name.utf8.allSatisfy { $0 > 31 && $0 != 127 && $0 != UInt8(ascii: "\\") }
  }
}

/// The names of files in a backup. No name leads out of the backup: it is one of seven, or begins with `config/` and has nothing
/// hidden and no `..` in it.
package enum BackupName {
  package static let manifest = "loam-backup.json"
  /// As `sha256sum --check` reads it.
  package static let sums = "SHA256SUMS"
  /// Who vouches for the sums; the last file, where there is one.
  package static let signature = "SIGNATURE"
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

  /// What stands in folders other than that of the config.
  private static let fixed: Set<String> = [
    "broker/loam.conf", "broker/loam.acl", "broker/loam.passwd", "broker/accounts.json",
    "store/state.sqlite", "store/history.sqlite", "push/push.sqlite",
  ]

  /// ustar has 100 bytes for a name.
  private static let bytesMax = 100

  package static func isGood(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= bytesMax && parts.count > 1
      && (parts[0] == "config" || fixed.contains(name))
      // A hidden file is a program's own, and nobody's who looks after a garden: `.ssh`, `.bashrc`.
      && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
      && !(parts.last ?? "").split(separator: ".").dropFirst().contains("so")
      && name.utf8.allSatisfy { $0 > 31 && $0 != 127 && $0 != UInt8(ascii: "\\") }
  }
}

package import HostSystem

/// Why a backup cannot be written or read. Nothing was changed by it.
package enum BackupError: Error, Sendable, Hashable {
  case unreadable(HostError)
  case unwritable(HostError)
  /// It ends before its end: the copy was cut, or never finished.
  case cut
  /// Its bytes are not what was written.
  case damaged(String)
  /// Something that no backup of loam's holds: another archive, or one that was made to do harm.
  case foreign(String)
  /// A newer Loam wrote it.
  case newer(format: Int)
  /// A file of the garden that a backup cannot hold.
  case tooLarge(name: String)
}

extension BackupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let error): "it cannot be read: \(error.text)"
    case .unwritable(let error): "it cannot be written: \(error.text)"
    case .cut: "it is not whole: its end is missing"
    case .damaged(let what): "it is damaged: \(what)"
    case .foreign(let what): "it is no backup of loam's: \(what)"
    case .newer(let format): "a newer loam wrote it (format \(format)); use that version"
    case .tooLarge(let name): "\(name) is too large for a backup"
    }
  }
}

import Foundation

/// Moves a database that cannot be read out of the way, with its log, under the first free `*.damaged-<n>`.
enum DamagedFile {
  static func setAside(_ path: String) throws -> String {
    let files = FileManager.default
    var number = 1
    while files.fileExists(atPath: "\(path).damaged-\(number)") { number += 1 }
    let kept = "\(path).damaged-\(number)"
    // The log first: a new database beside an old log would take the log for its own.
    for part in ["-wal", "-shm", ""] where files.fileExists(atPath: path + part) {
      try files.moveItem(atPath: path + part, toPath: kept + part)
    }
    return kept
  }
}

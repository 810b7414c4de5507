import FoundationEssentials

/// Moves a file that cannot be used out of the way, with its log, under the first free name: nothing is ever deleted.
enum DamagedFile {
  enum Reason: String {
    /// It could not be read.
    case damaged
    /// It took the place of ours while the bridge ran.
    case replaced
  }

  static func setAside(_ path: String, _ reason: Reason = .damaged) throws -> String {
    let files = FileManager.default
    var number = 1
    while files.fileExists(atPath: "\(path).\(reason.rawValue)-\(number)") { number += 1 }
    let kept = "\(path).\(reason.rawValue)-\(number)"
    // The log first: a new database beside an old log would take the log for its own.
    for part in ["-wal", "-shm", ""] where files.fileExists(atPath: path + part) {
      try files.moveItem(atPath: path + part, toPath: kept + part)
    }
    return kept
  }
}

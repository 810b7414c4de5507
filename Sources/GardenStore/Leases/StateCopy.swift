import FoundationEssentials
import HostSystem

/// A copy of a database and its write-ahead log that another process may be writing.
///
/// Between two resets of the log, pages move from the log into the file and nothing else changes it: the file, copied first,
/// and then the log, are together what a power cut leaves. A log whose header changed while it was copied was reset: once more.
/// Source: SQLite, "Write-Ahead Logging" and the file format §4 (the header's salts change with each reset).
struct StateCopy {
  private static let attempts = 20

  private let path: String

  init(of path: String) { self.path = path }

  func write(to copy: String) throws(StoreError) {
    let files = FileManager.default
    guard files.fileExists(atPath: path) else {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      // A folder that may not be searched looks empty.
      if files.fileExists(atPath: folder), !files.isExecutableFile(atPath: folder) {
        throw .notPermitted(path: folder)
      }
      throw .noStore(folder: folder)
    }
    guard files.isReadableFile(atPath: path) else { throw .notPermitted(path: path) }
    for _ in 0..<Self.attempts {
      let before = mark
      do throws(HostError) {
        for part in ["", "-wal"] where files.fileExists(atPath: path + part) {
          try? files.removeItem(atPath: copy + part)
          try HostFile.copy(path + part, to: copy + part)
        }
      } catch {
        throw .failed(file: path, detail: "cannot be copied for reading: \(error)")
      }
      if before == mark { return }
      try? files.removeItem(atPath: copy + "-wal")
    }
    throw .failed(file: path, detail: "changes faster than it can be read; try again")
  }

  private struct Mark: Equatable {
    var logHeader: [UInt8]?
    /// Where there is no log the file itself must not have changed.
    var changed: Int64?
  }

  private var mark: Mark {
    if let header = HostFile.start(of: path + "-wal", count: 32), !header.isEmpty {
      return Mark(logHeader: header)
    }
    return Mark(changed: HostFile.facts(of: path)?.modifiedNanoseconds)
  }
}

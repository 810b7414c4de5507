import HostSystem

/// Which file stands at a path: an open file that was deleted goes on working, and what is written into it is lost.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// `nil`: there is none.
  init?(of path: String) {
    guard let facts = HostFile.facts(of: path) else { return nil }
    device = facts.device
    number = facts.inode
  }

  /// It stays the same across reboots; a disk's number may change.
  var name: String { String(number) }
}

/// A database and its log, as they stood when they were opened.
struct OpenFiles {
  private let path: String
  private let file: FileIdentity?
  private var log: FileIdentity?

  init(_ path: String) {
    self.path = path
    file = FileIdentity(of: path)
    log = FileIdentity(of: path + "-wal")
  }

  /// The database at the path is the one that was opened.
  var isFileThere: Bool { file != nil && FileIdentity(of: path) == file }

  /// The first of the two that was taken away or replaced. A log comes with the first change.
  mutating func missing() -> String? {
    if !isFileThere { return path }
    let found = FileIdentity(of: path + "-wal")
    defer { log = log ?? found }
    return log == nil || log == found ? nil : path + "-wal"
  }
}

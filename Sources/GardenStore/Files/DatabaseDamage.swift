import Foundation
import GRDB

/// SQLite's word that a file is not, or no longer, a readable database.
struct DatabaseDamage: Error {
  let detail: String

  init(detail: String) { self.detail = detail }

  init?(_ error: any Error) {
    switch error {
    case let damage as DatabaseDamage:
      self = damage
    case let error as DatabaseError:
      switch (error.resultCode, error.extendedResultCode) {
      case (.SQLITE_NOTADB, _), (.SQLITE_CORRUPT, _), (_, .SQLITE_IOERR_READ), (_, .SQLITE_IOERR_SHORT_READ):
        detail = error.message ?? "result code \(error.extendedResultCode.rawValue)"
      default:
        return nil
      }
    default:
      return nil
    }
  }
}

extension StoreError {
  /// What went wrong with `file`, from SQLite's result.
  init(_ error: any Error, file: String) {
    if let error = error as? StoreError {
      self = error
      return
    }
    if let damage = DatabaseDamage(error) {
      self = .damaged(file: file, detail: damage.detail)
      return
    }
    guard let error = error as? DatabaseError else {
      self = .failed(file: file, detail: "\(error)")
      return
    }
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    switch (error.resultCode, error.extendedResultCode) {
    case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE):
      self = .full(file: file)
    case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _):
      self = .inUse(folder: folder)
    case (.SQLITE_CANTOPEN, _) where Self.isFull(folder), (.SQLITE_IOERR, _) where Self.isFull(folder):
      self = .full(file: file)
    case (.SQLITE_READONLY, _), (.SQLITE_PERM, _), (.SQLITE_AUTH, _), (.SQLITE_CANTOPEN, _):
      self = .notPermitted(path: file)
    default:
      let code = error.extendedResultCode.rawValue
      self = .failed(file: file, detail: "\(error.message ?? "SQLite") (result \(code))")
    }
  }

  /// SQLite says "cannot open" or "I/O error" where the disk has no room for a new file.
  private static func isFull(_ folder: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    guard let free = attributes?[.systemFreeSize] as? NSNumber else { return false }
    return free.int64Value < 65_536
  }
}

extension DatabaseDamage: CustomStringConvertible {
  var description: String { detail }
}

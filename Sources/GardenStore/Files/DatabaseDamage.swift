import FoundationEssentials
import HostSystem
import SQLite

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
      case (.noDatabase, _), (.corrupt, _), (_, .inputOutputRead), (_, .inputOutputShortRead):
        detail = error.message
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
    case (.full, _), (_, .inputOutputSharedMemorySize):
      self = .full(file: file)
    case (.busy, _), (.locked, _):
      self = .inUse(folder: folder)
    case (.cannotOpen, _) where Self.isFull(folder), (.inputOutput, _) where Self.isFull(folder):
      self = .full(file: file)
    case (.readOnly, _), (.permission, _), (.authorization, _), (.cannotOpen, _):
      self = .notPermitted(path: file)
    default:
      self = .failed(file: file, detail: "\(error)")
    }
  }

  /// SQLite says "cannot open" or "I/O error" where the disk has no room for a new file.
  private static func isFull(_ folder: String) -> Bool {
    HostFile.freeBytes(in: folder).map { $0 < 65_536 } ?? false
  }
}

extension DatabaseDamage: CustomStringConvertible {
  var description: String { detail }
}

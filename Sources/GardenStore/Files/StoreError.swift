import FoundationEssentials

/// Why the store could not do what it was asked. Nothing is half done: the transaction it belonged to is rolled back.
package enum StoreError: Error, Sendable, Hashable {
  /// No space on the disk (or over the quota). Works again as soon as there is space; the files are intact.
  case full(file: String)
  /// The card takes nothing: its file system is mounted read-only, as a Pi's is after an error. Works again when it is writable.
  case readOnly(path: String)
  /// Another process has the folder open.
  case inUse(folder: String)
  /// No bridge has written anything here.
  case noStore(folder: String)
  /// The folder or a file in it cannot be read or written by this user.
  case notPermitted(path: String)
  /// A newer Loam wrote the file. It is left as it is.
  case newerSchema(file: String, migration: String)
  /// A sound database, but not one of ours. It is left as it is.
  case notOurs(file: String)
  /// The file became unreadable while it was open. At the next start it is set aside.
  case damaged(file: String, detail: String)
  /// A value has no stored form (not a number). Nothing of the batch was written.
  case unstorable(String)
  case failed(file: String, detail: String)
}

extension StoreError {
  /// Only a person can mend it; everything else may pass by itself, and stops no garden.
  package var needsPerson: Bool {
    switch self {
    case .inUse, .noStore, .notPermitted, .newerSchema, .notOurs: true
    case .full, .readOnly, .damaged, .unstorable, .failed: false
    }
  }

  /// Why nothing can be written at `path`, by Foundation's word.
  init(writing path: String, _ error: any Error) {
    switch (error as? CocoaError)?.code {
    case .fileWriteVolumeReadOnly: self = .readOnly(path: path)
    case .fileWriteOutOfSpace: self = .full(file: path)
    default: self = .notPermitted(path: path)
    }
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .full(let file):
      "\(file): no space left on the disk"
    case .readOnly(let path):
      "\(path): the card is read-only"
    case .inUse(let folder):
      "\(folder): another loam is running on this folder"
    case .noStore(let folder):
      "\(folder): nothing is stored here; no bridge has run on it on this machine"
    case .notPermitted(let path):
      "\(path): not permitted to read and write here"
    case .newerSchema(let file, let migration):
      "\(file): written by a newer loam (step '\(migration)' is unknown); use that version, or another folder"
    case .notOurs(let file):
      "\(file): a database, but not loam's; use another folder"
    case .damaged(let file, let detail):
      "\(file): damaged: \(detail)"
    case .unstorable(let what):
      "cannot be stored: \(what)"
    case .failed(let file, let detail):
      "\(file): \(detail)"
    }
  }
}

import FoundationEssentials
import HostSystem
import SQLite

/// One SQLite file of the store: opened, checked, brought to the newest schema.
struct DatabaseFile {
  enum Sharing {
    /// This process alone: the lock is held until the file is closed, and no shared-memory file is needed.
    case exclusive
    /// Others may read while this process writes.
    case readable
  }

  let path: String
  let sharing: Sharing
  let migrations: DatabaseMigrator
  /// Before a step changes what there is, a copy is kept.
  var keepsCopies = true

  /// In every header we write: "Loam". Source: SQLite file format §1.3.17.
  static let applicationID: Int64 = 0x4C6F_616D

  /// Opens the file, or a new one in place of a damaged one, which is set aside and named in `setAside`.
  func open(setAside: inout [String]) throws(StoreError) -> DatabaseQueue {
    // SQLite would fall back to reading, and fail later with an I/O error that explains nothing.
    if !isWritable { throw whyNotWritable }
    let reason: String
    if isEmptyFile {
      reason = "it is empty"
    } else {
      do throws(Unusable) {
        return try openAsIs(mended: &setAside)
      } catch {
        switch error {
        case .damaged(let detail): reason = detail
        case .refused(let refusal): throw refusal
        }
      }
    }
    do {
      setAside.append("\(path) could not be read (\(reason)); kept as \(try DamagedFile.setAside(path))")
    } catch {
      throw StoreError(writing: path, error)
    }
    do throws(Unusable) {
      return try openAsIs(mended: &setAside)
    } catch {
      switch error {
      case .damaged(let detail): throw .damaged(file: path, detail: detail)
      case .refused(let refusal): throw refusal
      }
    }
  }

  private enum Unusable: Error {
    case damaged(String)
    case refused(StoreError)
  }

  private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  private var isWritable: Bool {
    let files = FileManager.default
    return files.isWritableFile(atPath: folder)
      && (!files.fileExists(atPath: path) || files.isWritableFile(atPath: path))
  }

  /// A read-only card refuses everybody, wrong rights only this user: the attempt tells which it is.
  private var whyNotWritable: StoreError {
    let attempt = folder + "/.loam-attempt"
    do {
      try Data().write(to: URL(fileURLWithPath: attempt))
    } catch {
      return StoreError(writing: path, error)
    }
    try? FileManager.default.removeItem(atPath: attempt)
    return .notPermitted(path: path)
  }

  /// SQLite takes a file of no bytes, or of one, for a new database; ours are never empty once they have been opened.
  private var isEmptyFile: Bool {
    HostFile.facts(of: path).map { $0.bytes < 2 } ?? false
  }

  private func openAsIs(mended: inout [String]) throws(Unusable) -> DatabaseQueue {
    do {
      let isExclusive = sharing == .exclusive
      let hadLog = HostFile.facts(of: path + "-wal") != nil
      let queue = try DatabaseQueue(path: path, waitingAtMost: isExclusive ? 0 : 250) { db in
        if isExclusive { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      }
      let isStamped = try queue.writeWithoutTransaction { db in
        let isStamped = try check(db, hadLog: hadLog)
        try harden(db)
        if !isStamped { try Self.stamp(db) }
        return isStamped
      }
      if !isStamped, try queue.read(migrations.appliedIdentifiers).count > 0 {
        mended.append("\(path): its header was damaged and is mended; nothing in it is lost")
      }
      if try !queue.read(migrations.hasCompletedMigrations) {
        if keepsCopies { try keepCopy(queue, told: &mended) }
        try migrations.migrate(queue)
      }
      closeToOthers()
      return queue
    } catch let refusal as StoreError {
      throw .refused(refusal)
    } catch {
      if let damage = DatabaseDamage(error) { throw .damaged(damage.detail) }
      // Its tables are not what its steps made: a sound file is none that the same steps refuse.
      if let error = error as? DatabaseError, error.resultCode == .error {
        throw .damaged(error.message)
      }
      throw .refused(StoreError(error, file: path))
    }
  }

  private func keepCopy(_ queue: DatabaseQueue, told: inout [String]) throws {
    var copy = KeptCopy(of: path)
    // A large history is minutes of a card's work, in which no valve would be watched.
    if sharing == .readable {
      copy.bytesMax = KeptCopy.bytesBesideLoop
      copy.mode = 0o640
    }
    if let trouble = try copy.make(of: queue, before: migrations) { told.append(trouble) }
  }

  /// What must survive is read by nobody else, whatever the folder allows; SQLite gives the files beside it the same mode.
  private func closeToOthers() {
    guard sharing == .exclusive else { return }
    for file in [path, path + "-wal"] where FileManager.default.fileExists(atPath: file) {
      try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
  }

  /// Damage is checked before ownership: a header that was hit may say anything.
  ///
  /// - Returns: `false` where our mark is missing: in a new file, and in one of ours whose header was hit.
  private func check(_ db: Database, hadLog: Bool) throws -> Bool {
    // A large history is not read through at every start; SQLite itself notices a cut file.
    if sharing == .exclusive { try checkPages(db) }
    let isStamped = try Int64.fetchOne(db, sql: "PRAGMA application_id") == Self.applicationID
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    if tables == 0 { return isStamped }
    let applied = try migrations.appliedIdentifiers(db)
    let steps = migrations.migrations
    if !isStamped, applied.isDisjoint(with: steps) {
      try checkPages(db)
      throw StoreError.notOurs(file: path)
    }
    if let newest = DatabaseMigrator.newestUnknown(applied, known: steps) {
      // Not a byte: whoever goes back to that version finds what it wrote.
      if hadLog { try db.leaveAsIs() }
      // A newer version has taken our steps as well.
      guard applied.isSuperset(of: steps) else { throw DatabaseDamage(detail: "unknown step '\(newest)'") }
      throw StoreError.newerSchema(file: path, migration: newest)
    }
    guard Set(steps.prefix(applied.count)) == applied else {
      throw DatabaseDamage(detail: "a step is missing between others")
    }
    return isStamped
  }

  private func checkPages(_ db: Database) throws {
    let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    if verdict != "ok" { throw DatabaseDamage(detail: verdict) }
  }

  private func harden(_ db: Database) throws {
    try Self.shape(db, isHistory: sharing == .readable)
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else { throw StoreError.failed(file: path, detail: "cannot use a write-ahead log") }
    let level = sharing == .exclusive ? 2 : 1
    try db.execute(sql: "PRAGMA synchronous = \(level)")
    guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level else {
      throw StoreError.failed(file: path, detail: "synchronous writing cannot be switched on")
    }
    try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    try db.execute(sql: "PRAGMA cache_size = -512")
    try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
  }

  /// Of a new file: a change of a few rows costs the card a block or two, not one for each page that it touches.
  static func shape(_ db: Database, isHistory: Bool = false) throws {
    try db.execute(sql: "PRAGMA page_size = 1024")
    // So that a history that was too large gives its room back, some pages at a time.
    if isHistory { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
  }

  static func stamp(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
  }
}

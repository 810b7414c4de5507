import FoundationEssentials
import GardenCore
import HostSystem
import SQLite
import StoreTypes

/// The databases of a garden on their way into a backup and out of it.
package enum StoreBackup {
  /// A whole and sound copy of a database that another process may be writing, in one file.
  ///
  /// It is taken as a power cut would leave it (``StateCopy``), so nobody is held up: a running bridge has the state for itself.
  ///
  /// - Returns: the steps that it has taken.
  package static func copy(_ path: String, to copy: String) throws(StoreError) -> [String] {
    try StateCopy(of: path).write(to: copy)
    do {
      let queue = try DatabaseQueue(path: copy)
      return try queue.writeWithoutTransaction { db in
        try check(db)
        // Its log goes into it.
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        return try DatabaseMigrator(script: []).appliedIdentifiers(db).sorted()
      }
    } catch {
      throw StoreError(error, file: path)
    }
  }

  private static func check(_ db: Database) throws {
    let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    if verdict != "ok" { throw DatabaseDamage(detail: verdict) }
  }

  /// A step that this version does not know; `nil`: it knows all of them.
  ///
  /// - Parameter file: the database's name.
  package static func unknownStep(of file: String, among steps: [String]) -> String? {
    DatabaseMigrator.newestUnknown(steps, known: Self.steps(of: file).migrations)
  }

  private static func steps(of file: String) -> DatabaseMigrator {
    switch file {
    case GardenStore.stateFile: StateSchema.migrations
    case GardenStore.historyFile: HistorySchema.migrations
    default: PushStoreForm.migrations
    }
  }

  /// Rows of a database that was unpacked, in a new one of the same steps: see ``ForeignRows``.
  ///
  /// - Parameter name: the database's name.
  package static func adopt(_ unpacked: String, _ name: String, as fresh: String) throws(StoreError) {
    do {
      try ForeignRows(at: unpacked, steps(of: name)).copy(to: fresh) { db in
        if name == PushStoreForm.file { return }
        try DatabaseFile.shape(db, isHistory: name == GardenStore.historyFile)
        try DatabaseFile.stamp(db)
      }
    } catch let refusal as ForeignRows.Refusal {
      throw .damaged(file: name, detail: refusal.description)
    } catch {
      throw StoreError(error, file: name)
    }
  }

  /// Makes a store that was unpacked into `folder` one on which a garden may live: every step is taken, and the bridge that starts on it
  /// knows that it was put back.
  ///
  /// - Throws: ``StoreError`` also where a file is damaged or of a newer version.
  package static func prepare(folder: String) throws(StoreError) {
    let store = try GardenStore(folder: folder)
    if let sentence = store.setAside.first { throw .damaged(file: folder, detail: sentence) }
    _ = try store.loadMemory()
    try store.commit(StoreBatch(changes: [.restored(RestoredMemory())]))
    try store.checkpoint()
    if let sentence = store.setAside.first { throw .damaged(file: folder, detail: sentence) }
  }

  /// Puts a database in the place of another, which nobody uses and which is kept with its log.
  ///
  /// - Returns: where the other one is now; `nil`: there was none.
  package static func put(_ fresh: String, inPlaceOf path: String) throws(StoreError) -> String? {
    do {
      let isThere = ["", "-wal"].contains { HostFile.facts(of: path + $0, followsLink: false) != nil }
      let kept = isThere ? try DamagedFile.setAside(path, .replaced) : nil
      // How many commits the other one had says nothing of this one.
      try HostFile.remove(CommitCount.path(beside: path))
      try HostFile.rename(fresh, to: path)
      return kept
    } catch {
      throw StoreError(writing: path, error)
    }
  }
}

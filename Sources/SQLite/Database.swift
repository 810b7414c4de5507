internal import CSQLite

/// One connection, as it is lent to the work that ``DatabaseQueue`` runs on it.
@safe package final class Database {
  private let handle: OpaquePointer
  private var cached: [String: Statement] = [:]

  /// - Throws: ``DatabaseError`` of a file that cannot be opened, or that is no database.
  init(path: String, isReadOnly: Bool, waitingAtMost milliseconds: Int32) throws(DatabaseError) {
    var opened: OpaquePointer?
    let mode = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    // The queue lets in one at a time.
    let code = unsafe sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle = unsafe opened, code == SQLITE_OK else {
      let error = unsafe DatabaseError(code, of: opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe self.handle = handle
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  deinit {
    // Statements end before their connection.
    cached = [:]
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs one statement or several, one after the other; arguments are for a single one.
  package func execute(
    sql: String, arguments: [(any DatabaseValueConvertible)?] = []
  ) throws(DatabaseError) {
    var rest = Substring(sql)
    while let (statement, left) = try prepare(rest) {
      try statement.execute(arguments)
      rest = left
    }
  }

  /// The first statement of a text.
  package func makeStatement(sql: String) throws(DatabaseError) -> Statement {
    guard let (statement, _) = try prepare(Substring(sql)) else {
      throw DatabaseError(extendedResultCode: .error, message: "no statement")
    }
    return statement
  }

  /// Prepared once and kept. For statements that are written out in the program: their number is its bound.
  package func cachedStatement(sql: String) throws(DatabaseError) -> Statement {
    if let statement = cached[sql] { return statement }
    let statement = try makeStatement(sql: sql)
    cached[sql] = statement
    return statement
  }

  /// `nil`: nothing but space and comments is left.
  private func prepare(_ text: Substring) throws(DatabaseError) -> (Statement, Substring)? {
    var sql = text
    var made: OpaquePointer?
    var used = 0
    let code = sql.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(handle, bytes.baseAddress, Int32(bytes.count), 0, &made, &tail)
        if let start = bytes.baseAddress, let tail = unsafe tail { used = unsafe tail - start }
        return code
      }
    }
    guard code == SQLITE_OK else { throw unsafe DatabaseError(code, of: handle) }
    guard let made = unsafe made else { return nil }
    let rest = text[text.utf8.index(text.startIndex, offsetBy: used)...]
    return unsafe (Statement(made), rest)
  }

  /// A larger text or blob is an error of the statement that would load it, and costs no memory.
  package func limitCells(to bytes: Int) {
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
  }

  /// Rows that the last statement inserted, changed or deleted.
  package var changesCount: Int { Int(unsafe sqlite3_changes(handle)) }

  package var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  package func tableExists(_ name: String) throws -> Bool {
    try Bool.fetchOne(
      self, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)",
      arguments: [name]) ?? false
  }

  /// Moves what it can of the write-ahead log into the file, and waits for nobody.
  package func checkpoint() throws(DatabaseError) {
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    if code != SQLITE_OK { throw unsafe DatabaseError(code, of: handle) }
  }

  /// Its end leaves file and log as they are; else it moves the log into the file. For files that are not ours to write.
  package func leaveAsIs() throws(DatabaseError) {
    let code = unsafe loam_sqlite3_keep_log(handle)
    if code != SQLITE_OK { throw unsafe DatabaseError(code, of: handle) }
  }

  package enum Transaction: String {
    /// Others may write until it does.
    case deferred
    /// Nobody else writes from its beginning on.
    case immediate
  }

  /// All of it or nothing: what `work` throws takes everything back.
  package func inTransaction<Result>(_ kind: Transaction, _ work: () throws -> Result) throws -> Result {
    try cachedStatement(sql: "BEGIN \(kind.rawValue)").execute()
    do {
      let result = try work()
      try cachedStatement(sql: "COMMIT").execute()
      return result
    } catch {
      // After a full disk and its like SQLite has taken it back by itself.
      if unsafe sqlite3_get_autocommit(handle) == 0 {
        try? cachedStatement(sql: "ROLLBACK").execute()
      }
      throw error
    }
  }

  /// All pages, in the place of whatever stands in the other. Source: SQLite, "Online Backup API".
  func copy(to other: Database) throws(DatabaseError) {
    guard let backup = unsafe sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw unsafe DatabaseError(sqlite3_errcode(other.handle), of: other.handle)
    }
    unsafe sqlite3_backup_step(backup, -1)
    let code = unsafe sqlite3_backup_finish(backup)
    if code != SQLITE_OK { throw unsafe DatabaseError(code, of: other.handle) }
  }
}

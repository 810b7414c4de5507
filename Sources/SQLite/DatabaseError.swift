internal import CSQLite

/// SQLite's word that something was not done. Source: SQLite, "Result and Error Codes".
package struct DatabaseError: Error, Sendable, Hashable {
  package struct ResultCode: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let error = Self(rawValue: SQLITE_ERROR)
    package static let permission = Self(rawValue: SQLITE_PERM)
    package static let busy = Self(rawValue: SQLITE_BUSY)
    package static let locked = Self(rawValue: SQLITE_LOCKED)
    package static let readOnly = Self(rawValue: SQLITE_READONLY)
    package static let inputOutput = Self(rawValue: SQLITE_IOERR)
    package static let corrupt = Self(rawValue: SQLITE_CORRUPT)
    package static let full = Self(rawValue: SQLITE_FULL)
    package static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
    package static let mismatch = Self(rawValue: SQLITE_MISMATCH)
    package static let authorization = Self(rawValue: SQLITE_AUTH)
    package static let tooBig = Self(rawValue: SQLITE_TOOBIG)
    package static let noDatabase = Self(rawValue: SQLITE_NOTADB)
    // Extended codes are a code and one byte more; the header's own are macros with a shift, which Swift does not see.
    package static let inputOutputRead = Self(rawValue: SQLITE_IOERR | 1 << 8)
    package static let inputOutputShortRead = Self(rawValue: SQLITE_IOERR | 2 << 8)
    package static let inputOutputSharedMemorySize = Self(rawValue: SQLITE_IOERR | 19 << 8)
  }

  package let extendedResultCode: ResultCode
  /// SQLite's words. They name tables and columns, never values.
  package let message: String

  /// - Parameter connection: where it happened; `nil`: there is none.
  init(_ code: Int32, of connection: OpaquePointer?) {
    let extended = unsafe connection.map { unsafe sqlite3_extended_errcode($0) } ?? code
    // Of a call that was refused outright the connection tells the one before.
    let isSame = extended & 0xFF == code & 0xFF
    extendedResultCode = ResultCode(rawValue: isSame ? extended : code)
    let words =
      unsafe isSame
      ? connection.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code) : sqlite3_errstr(code)
    message = unsafe words.map { unsafe String(cString: $0) } ?? "SQLite"
  }

  /// A failure that SQLite has no code for.
  package init(message: String) { self.init(extendedResultCode: .error, message: message) }

  init(extendedResultCode: ResultCode, message: String) {
    self.extendedResultCode = extendedResultCode
    self.message = message
  }

  package var resultCode: ResultCode { ResultCode(rawValue: extendedResultCode.rawValue & 0xFF) }
}

extension DatabaseError: CustomStringConvertible {
  package var description: String { "\(message) (result \(extendedResultCode.rawValue))" }
}

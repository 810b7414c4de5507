internal import CSQLite

/// One prepared statement of a connection.
@safe package final class Statement {
  private let handle: OpaquePointer
  let columns: Columns

  /// The names of a result's columns, once for all of its rows.
  final class Columns: Sendable {
    let names: [String]
    init(_ names: [String]) { self.names = names }
  }

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
    let count = unsafe sqlite3_column_count(handle)
    columns = Columns(
      (0..<count).map { column in
        unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
      })
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Runs it to its end; rows that it gives are passed over.
  package func execute(_ arguments: [(any DatabaseValueConvertible)?] = []) throws(DatabaseError) {
    try begin(arguments)
    defer { end() }
    while try step() {}
  }

  /// The values of its rows, each as it comes; `body` returns `false` for enough.
  func forEachRow(
    _ arguments: [(any DatabaseValueConvertible)?], _ body: (Row) throws -> Bool
  ) throws {
    try begin(arguments)
    defer { end() }
    while try step() {
      let values = columns.names.indices.map { value(at: Int32($0)) }
      if try !body(Row(columns: columns, values: values)) { return }
    }
  }

  private func begin(_ arguments: [(any DatabaseValueConvertible)?]) throws(DatabaseError) {
    let count = Int(unsafe sqlite3_bind_parameter_count(handle))
    guard arguments.count == count else {
      throw DatabaseError(
        extendedResultCode: .mismatch, message: "\(arguments.count) arguments for \(count) places")
    }
    var place: Int32 = 0
    for argument in arguments {
      place += 1
      let code = bind(argument?.databaseValue ?? .null, at: place)
      if code != SQLITE_OK { throw error(code) }
    }
  }

  /// Lets go of the arguments too: they may be large.
  private func end() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// `true`: there is a row.
  private func step() throws(DatabaseError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw error(code)
    }
  }

  private func error(_ code: Int32) -> DatabaseError {
    unsafe DatabaseError(code, of: sqlite3_db_handle(handle))
  }

  private func bind(_ value: DatabaseValue, at place: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(handle, place)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, place, number)
    case .real(let number): return unsafe sqlite3_bind_double(handle, place, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
          // No address would be NULL, not the empty text.
          guard let start = bytes.baseAddress else {
            return unsafe sqlite3_bind_text(handle, place, "", 0, Self.copied)
          }
          return unsafe sqlite3_bind_text(handle, place, start, Int32(bytes.count), Self.copied)
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(handle, place, 0) }
      return unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), Self.copied)
      }
    }
  }

  /// SQLITE_TRANSIENT: SQLite takes a copy. The header's own is a macro with a cast, which Swift does not see.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func value(at column: Int32) -> DatabaseValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let text = unsafe sqlite3_column_text(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return unsafe .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = unsafe sqlite3_column_blob(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return unsafe .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}

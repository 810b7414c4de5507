import HostSystem
import SQLite

/// How many transactions the state has taken, in the database and once more beside it.
///
/// SQLite ends a damaged write-ahead log at the first page whose checksum is wrong, and says nothing. The number beside the
/// database is written after each commit and never waited for, so that it is never ahead of what was on the disk: where it is higher,
/// commits were lost.
struct CommitCount {
  private let path: String

  init(beside database: String) { path = Self.path(beside: database) }

  static func path(beside database: String) -> String { database + "-commits" }

  /// Inside a transaction: what becomes true with it.
  func next(in db: Database) throws -> Int64 {
    try db.run("UPDATE commits SET number = number + 1", [])
    return try Int64.fetchOne(db.cachedStatement(sql: "SELECT number FROM commits")) ?? 0
  }

  /// After the commit. A disk that does not take it leaves a lower number, which says nothing wrong.
  func note(_ number: Int64) {
    let text = String(number)
    let digits = String(repeating: "0", count: max(0, Self.digits - text.count)) + text + "\n"
    try? HostFile.overwrite(path, with: Array(digits.utf8))
  }

  private static let digits = 19

  /// Commits that the database no longer holds; told once.
  func lost(by queue: DatabaseQueue) throws -> Int64 {
    let held = try queue.read { try Int64.fetchOne($0, sql: "SELECT number FROM commits") ?? 0 }
    guard let bytes = HostFile.start(of: path, count: Self.digits + 2), bytes.count == Self.digits + 1,
      let noted = Int64(String(decoding: bytes.dropLast(), as: UTF8.self)), noted > held
    else { return 0 }
    note(held)
    return noted - held
  }
}

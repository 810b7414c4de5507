import SQLite
import GardenCore

/// The bytes of blobs that wait for their receiver, a row a part, in the database of their messages: both are there or neither.
enum BlobRows {
  static func put(_ part: BlobBytes, in db: Database) throws {
    try db.run(
      "INSERT OR REPLACE INTO blob_part (message, at, bytes) VALUES (?, ?, ?)",
      [part.message.stored(), part.at, part.bytes])
  }

  static func remove(_ message: UniqueID, in db: Database) throws {
    try db.run("DELETE FROM blob_part WHERE message = ?", [message.stored()])
  }

  static func bytes(of message: UniqueID, at: Int, count: Int, in db: Database) throws -> [UInt8] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT at, bytes FROM blob_part
        WHERE message = ?1 AND at > ?2 - ?4 AND at < ?2 + ?3 AND at + length(bytes) > ?2 ORDER BY at
        """, arguments: [message.stored(), at, count, BlobBytes.countMax])
    var found: [UInt8] = []
    for row in rows {
      let start: Int = try row["at"]
      let bytes: [UInt8] = try row["bytes"]
      // Behind a part that is missing nothing can be used.
      guard start <= at + found.count else { break }
      found += bytes.dropFirst(at + found.count - start).prefix(count - found.count)
    }
    return found
  }
}

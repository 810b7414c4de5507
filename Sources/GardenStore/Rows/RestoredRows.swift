import SQLite
import GardenCore

/// One row at most: the store was put back from a backup.
enum RestoredRows {
  static func put(_ restored: RestoredMemory, in db: Database) throws {
    try db.run("INSERT OR REPLACE INTO restored VALUES (1, ?)", [restored.at?.milliseconds])
  }

  static func read(in db: Database) throws -> RestoredMemory? {
    try Row.fetchOne(db, sql: "SELECT at FROM restored").map { row in
      RestoredMemory(at: (try row["at"] as Int64?).map { Timestamp(milliseconds: $0) })
    }
  }
}

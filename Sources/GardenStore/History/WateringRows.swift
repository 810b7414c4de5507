import SQLite
import GardenCore

/// Waterings that are over. Few: they are written at once, each transaction on the disk before it returns, unlike readings.
enum WateringRows {
  /// Rows kept; of more, the oldest go.
  static let rowsMax = 20_000
  /// Rows that go at once for the size's sake.
  private static let slice = 500

  /// The same watering again takes the place of its row; one that was none leaves none.
  static func put(_ watering: WateringRecord, in db: Database) throws {
    if watering.isWithdrawn {
      return try db.run("DELETE FROM watering WHERE id = ?", [watering.id.description])
    }
    try db.run(
      """
      INSERT OR REPLACE INTO watering (id, plant, start, until, kind, "by", "end", litres, meant)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        watering.id.description, watering.plant, watering.from.milliseconds, watering.until.milliseconds,
        watering.kind.rawValue, watering.by, watering.end?.rawValue,
        watering.litres.flatMap { $0.isFinite ? $0 : nil }, watering.meant?.milliseconds,
      ])
  }

  /// The newest `limit` that touch `from ..< to`, rising. A file that an older bridge writes has none.
  static func all(
    of plant: PlantID, from: Timestamp, to: Timestamp, limit: Int, in db: Database
  ) throws -> [WateringRecord] {
    guard try db.tableExists("watering") else { return [] }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM watering
        WHERE plant = ? AND start < ? AND until >= ? ORDER BY start DESC LIMIT ?
        """,
      arguments: [plant, to.milliseconds, from.milliseconds, limit])
    return try rows.reversed().compactMap { try record($0, plant) }
  }

  /// The end of the last one. A file that an older bridge writes has none.
  static func last(in db: Database) throws -> Timestamp? {
    guard try db.tableExists("watering") else { return nil }
    return try Int64.fetchOne(db, sql: "SELECT max(until) FROM watering").map(Timestamp.init(milliseconds:))
  }

  /// `nil`: written by a later version.
  private static func record(_ row: Row, _ plant: PlantID) throws -> WateringRecord? {
    guard let id = UniqueID(try row["id"] as String),
      let kind = UInt8(exactly: try row["kind"] as Int64).flatMap(WateringRecord.Kind.init(rawValue:))
    else { return nil }
    return WateringRecord(
      id: id, plant: plant, from: Timestamp(milliseconds: try row["start"]),
      until: Timestamp(milliseconds: try row["until"]), kind: kind, by: try row["by"],
      end: (try row["end"] as Int64?).flatMap(UInt8.init(exactly:)).flatMap(
        WateringRecord.End.init(rawValue:)),
      litres: try row["litres"],
      // A file of an older bridge has no such column.
      meant: (try? row["meant"] as Int64?).flatMap { $0 }.map { .milliseconds($0) })
  }

  /// Keeps the newest.
  static func trim(in db: Database) throws -> Int {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM watering") ?? 0
    return count > rowsMax ? try dropOldest(count - rowsMax, in: db) : 0
  }

  static func dropOldest(_ count: Int = slice, in db: Database) throws -> Int {
    try db.run("DELETE FROM watering WHERE id IN (SELECT id FROM watering ORDER BY start LIMIT ?)", [count])
    return db.changesCount
  }
}

extension HistoryDatabase {
  /// One transaction, on the disk when it returns.
  func put(_ waterings: [WateringRecord]) throws(StoreError) {
    try attempt {
      try queue.writeWithoutTransaction { db in
        // The history's own pace (NORMAL) may lose what a power cut takes; of these there are few enough to wait for.
        try db.execute(sql: "PRAGMA synchronous = 2")
        defer { try? db.execute(sql: "PRAGMA synchronous = 1") }
        try db.inTransaction(.immediate) {
          for watering in waterings { try WateringRows.put(watering, in: db) }
        }
      }
    }
  }
}

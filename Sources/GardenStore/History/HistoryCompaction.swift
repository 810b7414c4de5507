import SQLite
import GardenCore

/// What one step of compaction did.
package struct CompactionStep: Sendable, Hashable {
  /// Readings and hours that were taken together into the next coarser row.
  package var takenTogether = 0
  /// Rows that had to go because the history was over its size.
  package var dropped = 0
  /// There is more of the same; call again.
  package var hasMore = false
}

extension HistoryDatabase {
  private static let hourMilliseconds: Int64 = 3_600_000
  private static let dayMilliseconds: Int64 = 86_400_000

  /// One bounded step: an hour of readings, a day of hours, or a slice that goes for the size's sake.
  func compact(
    now: Timestamp, keepRawFor: Duration, keepHourlyFor: Duration, bytesMax: Int
  ) throws(StoreError) -> CompactionStep {
    try mark()
    return try attempt {
      try queue.write { db in
        var step = CompactionStep()
        let rawBefore = Self.start(of: now - keepRawFor, Self.hourMilliseconds)
        let hoursBefore = Self.start(of: now - keepHourlyFor, Self.dayMilliseconds)
        step.takenTogether += try Self.takeReadings(before: rawBefore, db)
        step.takenTogether += try Self.takeHours(before: hoursBefore, db)
        if step.takenTogether == 0, try Self.usedBytes(db) > bytesMax {
          step.dropped = try Self.dropOldest(db)
        }
        if step.takenTogether == 0, step.dropped == 0 { step.dropped = try WateringRows.trim(in: db) }
        step.hasMore = step.takenTogether > 0 || step.dropped > 0
        if !step.hasMore { step.hasMore = try Self.shrink(to: bytesMax, db) }
        return step
      }
    }
  }

  private static func start(of time: Timestamp, _ span: Int64) -> Int64 {
    max(0, time.milliseconds - time.milliseconds % span)
  }

  /// The oldest hour of readings that is wholly before the limit.
  private static func takeReadings(before limit: Int64, _ db: Database) throws -> Int {
    guard let oldest = try Int64.fetchOne(db, sql: "SELECT min(id) FROM reading") else { return 0 }
    let end = start(of: ReadingID.time(of: oldest), hourMilliseconds) + hourMilliseconds
    guard end <= limit else { return 0 }
    let until = ReadingID.start(of: Timestamp(milliseconds: end))
    try db.run(
      """
      INSERT INTO hour (start, series, count, lowest, highest, total)
      SELECT ((id >> 10) - coalesce(lag, 0)) / ?1 * ?1 AS start, series, count(*), min(value), max(value), sum(value)
      FROM reading WHERE id < ?2 GROUP BY 1, 2
      ON CONFLICT (start, series) DO UPDATE SET
        count = count + excluded.count, lowest = min(lowest, excluded.lowest),
        highest = max(highest, excluded.highest), total = total + excluded.total
      """, [hourMilliseconds, until])
    try db.run("DELETE FROM reading WHERE id < ?", [until])
    return db.changesCount
  }

  /// The oldest day of hours that is wholly before the limit.
  private static func takeHours(before limit: Int64, _ db: Database) throws -> Int {
    guard let oldest = try Int64.fetchOne(db, sql: "SELECT min(start) FROM hour") else { return 0 }
    let end = (oldest / dayMilliseconds + 1) * dayMilliseconds
    guard end <= limit else { return 0 }
    try db.run(
      """
      INSERT INTO day (start, series, count, lowest, highest, total)
      SELECT start / ?1 * ?1, series, sum(count), min(lowest), max(highest), sum(total)
      FROM hour WHERE start < ?2 GROUP BY 1, 2
      ON CONFLICT (start, series) DO UPDATE SET
        count = count + excluded.count, lowest = min(lowest, excluded.lowest),
        highest = max(highest, excluded.highest), total = total + excluded.total
      """, [dayMilliseconds, end])
    try db.run("DELETE FROM hour WHERE start < ?", [end])
    return db.changesCount
  }

  /// Pages in use: SQLite fills freed pages again.
  static func usedBytes(_ db: Database) throws -> Int {
    try fileBytes(db) - (try number("freelist_count", db)) * (try number("page_size", db))
  }

  private static func fileBytes(_ db: Database) throws -> Int {
    try number("page_count", db) * (try number("page_size", db))
  }

  private static func number(_ pragma: String, _ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0
  }

  /// Gives some freed pages back where the file is longer than it may be; `true`: there may be more. A file of before 0.1 cannot.
  private static func shrink(to bytesMax: Int, _ db: Database) throws -> Bool {
    guard try fileBytes(db) > bytesMax else { return false }
    let before = try number("freelist_count", db)
    try db.execute(sql: "PRAGMA incremental_vacuum(\(pagesPerStep))")
    return try number("freelist_count", db) < before
  }

  private static let pagesPerStep = 256

  /// Raw readings go first (the oldest hour of them), then hours, then days, then waterings.
  private static func dropOldest(_ db: Database) throws -> Int {
    if let oldest = try Int64.fetchOne(db, sql: "SELECT min(id) FROM reading") {
      let end = start(of: ReadingID.time(of: oldest), hourMilliseconds) + hourMilliseconds
      try db.run("DELETE FROM reading WHERE id < ?", [ReadingID.start(of: Timestamp(milliseconds: end))])
      return db.changesCount
    }
    for table in ["hour", "day"] {
      try db.execute(
        sql: """
          DELETE FROM \(table) WHERE start < (SELECT min(start) + \(dayMilliseconds) FROM \(table))
          """)
      if db.changesCount > 0 { return db.changesCount }
    }
    return try WateringRows.dropOldest(in: db)
  }
}

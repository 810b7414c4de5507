package import GardenCore
import SQLite
package import StoreTypes

/// Reads the history, never writes it: of the bridge's own store, or of a folder that another process writes.
package final class HistoryReader {
  private let queue: DatabaseQueue
  let path: String

  init(queue: DatabaseQueue, path: String) {
    self.queue = queue
    self.path = path
  }

  /// Opens `history.sqlite` in `folder` read-only; whoever writes it is not disturbed.
  package init(folder: String) throws(StoreError) {
    path = "\(folder)/\(HistorySchema.file)"
    do {
      queue = try DatabaseQueue(path: path, isReadOnly: true, waitingAtMost: 1000) { db in
        // What a chart needs is read once.
        try db.execute(sql: "PRAGMA cache_size = -256")
      }
      let unknown = try queue.read {
        try HistorySchema.migrations.appliedIdentifiers($0).subtracting(HistorySchema.migrations.migrations)
      }
      if let newest = unknown.max() { throw StoreError.newerSchema(file: path, migration: newest) }
    } catch {
      throw StoreError(error, file: path)
    }
  }

  /// Accepted in `from ..< to`, oldest first, at most `limit`.
  package func readings(
    of sensor: String, _ quantity: Quantity, from: Timestamp, to: Timestamp, limit: Int
  ) throws(StoreError) -> [HistoryRow] {
    try rows(
      """
      SELECT reading.id, value, raw, lag FROM reading JOIN series ON series.id = reading.series
      WHERE reading.id >= ? AND reading.id < ? AND sensor = ? AND quantity = ? ORDER BY reading.id LIMIT ?
      """,
      [ReadingID.start(of: from), ReadingID.start(of: to), sensor, quantity.rawValue, limit]
    ) { row in
      let at = ReadingID.time(of: try row["id"])
      return HistoryRow(
        sensor: sensor, quantity: quantity, value: try row["value"], raw: try row["raw"], at: at,
        measuredAt: (try row["lag"] as Int64?).map { at - .milliseconds($0) })
    }
  }

  /// Hours older than the raw readings that are still kept.
  package func hours(
    of sensor: String, _ quantity: Quantity, from: Timestamp, to: Timestamp
  ) throws(StoreError) -> [HistorySpan] {
    try spans("hour", sensor, quantity, from, to)
  }

  /// Days older than the hours that are still kept.
  package func days(
    of sensor: String, _ quantity: Quantity, from: Timestamp, to: Timestamp
  ) throws(StoreError) -> [HistorySpan] {
    try spans("day", sensor, quantity, from, to)
  }

  private func spans(
    _ table: String, _ sensor: String, _ quantity: Quantity, _ from: Timestamp, _ to: Timestamp
  ) throws(StoreError) -> [HistorySpan] {
    try rows(
      """
      SELECT start, count, lowest, highest, total FROM \(table) JOIN series ON series.id = \(table).series
      WHERE start >= ? AND start < ? AND sensor = ? AND quantity = ? ORDER BY start
      """,
      [from.milliseconds, to.milliseconds, sensor, quantity.rawValue]
    ) { row in
      let count = max(1, try row["count"] as Int)
      return HistorySpan(
        start: Timestamp(milliseconds: try row["start"]), count: count, lowest: try row["lowest"],
        highest: try row["highest"], mean: (try row["total"] as Double) / Double(count))
    }
  }

  private func rows<T>(
    _ sql: String, _ arguments: [(any DatabaseValueConvertible)?], _ make: (Row) throws -> T
  ) throws(StoreError) -> [T] {
    try read { db in try Row.fetchAll(db, sql: sql, arguments: arguments).map(make) }
  }

  func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do { return try queue.read(body) } catch { throw StoreError(error, file: path) }
  }
}

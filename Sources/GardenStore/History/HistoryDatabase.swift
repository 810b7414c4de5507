import GardenCore
import SQLite
import StoreTypes

/// Accepted readings, appended in batches (`synchronous = NORMAL`: a power cut may take the last batches, never the file).
///
/// It stands in a file of its own: what happens to it never touches what must survive.
final class HistoryDatabase {
  /// The last values are written at the latest after so many readings; until then they are read from the readings.
  private static let rowsPerMark = 2_000

  /// A measurement time further from its acceptance (ten years) is taken for none.
  private static let lags = -315_576_000_000...Int64(315_576_000_000)

  let queue: DatabaseQueue
  let path: String
  private var files: OpenFiles
  private var series = SeriesTable()
  private var rowsSinceMark = 0
  private var newest: Int64 = 0
  private var previous: Int64 = 0
  /// Rows that were no numbers.
  private(set) var rowsLeftOut = 0

  init(path: String?, setAside: inout [String]) throws(StoreError) {
    self.path = path ?? "memory"
    if let path {
      let file = DatabaseFile(path: path, sharing: .readable, migrations: HistorySchema.migrations)
      queue = try file.open(setAside: &setAside)
    } else {
      queue = try Self.inMemory()
    }
    files = OpenFiles(self.path)
    try catchUp()
  }

  /// A file that was deleted or replaced while it was open.
  func missing() -> String? { files.missing() }

  private static func inMemory() throws(StoreError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue()
      try HistorySchema.migrations.migrate(queue)
      return queue
    } catch {
      throw StoreError(error, file: "memory")
    }
  }

  /// Reads the series and what was appended after the mark.
  private func catchUp() throws(StoreError) {
    try attempt {
      try queue.read { db in
        var places: [Int64: Int] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, sensor, quantity FROM series") {
          let id: Int64 = try row["id"]
          guard let quantity = UInt8(exactly: try row["quantity"] as Int64).flatMap(Quantity.init(rawValue:))
          else { continue }
          places[id] = series.add(SeriesTable.Key(sensor: try row["sensor"], quantity: quantity), id: id)
        }
        newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM reading") ?? 0
        previous = newest
        let mark = try Int64.fetchOne(db, sql: "SELECT reading FROM mark") ?? 0
        try Row.forEach(
          db, sql: "SELECT id, series, value, raw, lag FROM reading WHERE id > ? ORDER BY id",
          arguments: [mark]
        ) { row in
          rowsSinceMark += 1
          guard let place = places[try row["series"]] else { return }
          let at = ReadingID.time(of: try row["id"])
          let lag: Int64? = try row["lag"]
          let last = SeriesTable.Last(
            value: try row["value"], raw: try row["raw"], measuredAt: lag.map { at - .milliseconds($0) })
          series.keep(last, at: place)
        }
      }
    }
  }

  /// One transaction. What it adds is among the last values at the next start, even after a kill.
  func append(_ rows: [HistoryRow]) throws(StoreError) {
    guard !rows.isEmpty else { return }
    var appended = Appended(series: series, newest: newest, previous: previous)
    try attempt {
      try queue.write { db in
        var behind = ReadingRows()
        for row in rows { try Self.insert(row, behind: &behind, into: &appended, db) }
        try behind.finish(db)
        if appended.wentBack || rowsSinceMark + rows.count >= Self.rowsPerMark {
          try Self.writeMark(appended.series, newest: appended.newest, db)
          appended.series.forgetLasts()
          appended.isMarked = true
        }
      }
    }
    series = appended.series
    newest = appended.newest
    previous = appended.previous
    rowsLeftOut += appended.leftOut
    rowsSinceMark = appended.isMarked ? 0 : rowsSinceMark + rows.count
  }

  /// What a transaction will have changed in memory once it is committed.
  private struct Appended {
    var series: SeriesTable
    var newest: Int64
    var previous: Int64
    /// A row went before one that was there: reading on from the mark would not find it.
    var wentBack = false
    var isMarked = false
    var leftOut = 0
  }

  private static func insert(
    _ row: HistoryRow, behind: inout ReadingRows, into appended: inout Appended, _ db: Database
  ) throws {
    guard row.value.isFinite else {
      appended.leftOut += 1
      return
    }
    let key = SeriesTable.Key(sensor: row.sensor, quantity: row.quantity)
    let place = try appended.series.position(of: key) ?? newSeries(key, &appended.series, db)
    let series = appended.series.all[place].id
    let raw = row.raw.flatMap { $0.isFinite ? $0 : nil }
    let lag = row.measuredAt.map { (row.at - $0).milliseconds }.flatMap { lags.contains($0) ? $0 : nil }
    var id = ReadingID.first(at: row.at, after: appended.previous)
    if id > appended.newest {
      try behind.add(id: id, series: series, value: row.value, raw: raw, lag: lag, to: db)
    } else {
      // The clock went back: ids of that moment may be taken, also by rows that wait.
      try behind.finish(db)
      id = try insert(from: id, [series, row.value, raw, lag], db)
    }
    if id < appended.newest { appended.wentBack = true }
    appended.previous = id
    appended.newest = max(appended.newest, id)
    let last = SeriesTable.Last(value: row.value, raw: raw, measuredAt: row.measuredAt)
    appended.series.keep(last, at: place)
  }

  /// Under the first free id.
  private static func insert(
    from first: Int64, _ values: [(any DatabaseValueConvertible)?], _ db: Database
  ) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO reading (id, series, value, raw, lag) VALUES (?, ?, ?, ?, ?)")
    var id = first
    for _ in 0..<ReadingID.attempts {
      try statement.execute([id] + values)
      if db.changesCount == 1 { break }
      id += 1
    }
    return id
  }

  static func newSeries(
    _ key: SeriesTable.Key, _ series: inout SeriesTable, _ db: Database
  ) throws -> Int {
    try db.run("INSERT INTO series (sensor, quantity) VALUES (?, ?)", [key.sensor, key.quantity.rawValue])
    return series.add(key, id: db.lastInsertedRowID)
  }

  /// One transaction in which series may come about.
  func changeSeries(_ work: (inout SeriesTable, Database) throws -> Void) throws(StoreError) {
    var changed = series
    try attempt { try queue.write { try work(&changed, $0) } }
    series = changed
  }

  private static func writeMark(_ table: SeriesTable, newest: Int64, _ db: Database) throws {
    for series in table.all {
      guard let last = series.last else { continue }
      try db.run(
        "INSERT OR REPLACE INTO last (series, value, raw, measured_at) VALUES (?, ?, ?, ?)",
        [series.id, last.value, last.raw, last.measuredAt?.milliseconds])
    }
    try db.run("UPDATE mark SET reading = ?", [newest])
  }

  /// Before readings are compacted away, and before a pause: the last values stand in their own table.
  func mark() throws(StoreError) {
    guard rowsSinceMark > 0 else { return }
    try attempt { try queue.write { try Self.writeMark(series, newest: newest, $0) } }
    series.forgetLasts()
    rowsSinceMark = 0
  }

  /// Reads only, so that it works on a full disk too. The later of two values of one series comes later.
  func lastValues(unreadable: inout [String]) throws(StoreError) -> [SensorValue] {
    var skipped: [String] = []
    var values = try attempt {
      try queue.read { db in
        try SensorValue.table("last JOIN series ON series.id = last.series").all(in: db, unreadable: &skipped)
      }
    }
    for series in series.all {
      guard let last = series.last else { continue }
      values.append(
        SensorValue(
          sensor: series.key.sensor,
          last: SensorMemory.Last(
            quantity: series.key.quantity, value: last.value, raw: last.raw, measuredAt: last.measuredAt)))
    }
    unreadable += skipped
    return values
  }

  func checkpoint() throws(StoreError) {
    try mark()
    try attempt { try queue.writeWithoutTransaction { try $0.checkpoint() } }
  }

  func attempt<T>(_ work: () throws -> T) throws(StoreError) -> T {
    do { return try work() } catch { throw StoreError(error, file: path) }
  }
}

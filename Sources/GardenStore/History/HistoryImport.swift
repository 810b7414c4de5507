import SQLite
package import GardenCore

/// What the history takes over from elsewhere: means of hours that are over.
package struct ImportedHour: Sendable, Hashable {
  package var sensor: String
  package var quantity: Quantity
  package var span: HistorySpan

  package init(sensor: String, quantity: Quantity, span: HistorySpan) {
    self.sensor = sensor
    self.quantity = quantity
    self.span = span
  }
}

extension HistoryDatabase {
  /// One transaction. An hour that is there already is taken together with it, as compaction does.
  func put(_ hours: [ImportedHour]) throws(StoreError) {
    try changeSeries { series, db in
      for hour in hours where hour.span.mean.isFinite {
        let key = SeriesTable.Key(sensor: hour.sensor, quantity: hour.quantity)
        let place = try series.position(of: key) ?? Self.newSeries(key, &series, db)
        try db.run(
          """
          INSERT INTO hour (start, series, count, lowest, highest, total) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (start, series) DO UPDATE SET
            count = count + excluded.count, lowest = min(lowest, excluded.lowest),
            highest = max(highest, excluded.highest), total = total + excluded.total
          """,
          [
            hour.span.start.milliseconds, series.all[place].id, hour.span.count, hour.span.lowest,
            hour.span.highest, hour.span.mean * Double(hour.span.count),
          ])
      }
    }
  }
}

extension HistoryReader {
  /// Since when something of each series is kept.
  package func beginnings() throws(StoreError) -> [(sensor: String, quantity: Quantity, at: Timestamp)] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT sensor, quantity, min(at) FROM (
            SELECT series, min(id) >> 10 AS at FROM reading GROUP BY series
            UNION ALL SELECT series, min(start) FROM hour GROUP BY series
            UNION ALL SELECT series, min(start) FROM day GROUP BY series) JOIN series ON series.id = series
          GROUP BY sensor, quantity
          """
      ).compactMap { row in
        let quantity = UInt8(exactly: try row[1] as Int64).flatMap(Quantity.init(rawValue:))
        return try quantity.map { (try row[0], $0, Timestamp(milliseconds: try row[2])) }
      }
    }
  }
}

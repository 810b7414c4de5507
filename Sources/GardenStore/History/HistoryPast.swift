import SQLite
package import GardenCore

/// Something that the history holds.
package enum PastItem: Sendable, Hashable {
  /// A reading. `series`: its place in ``HistoryReader/series()``.
  case value(series: Int, Double, raw: Double?, measuredAt: Timestamp?)
  /// The mean of an hour or a day (UTC), known at its end.
  case mean(series: Int, Double, isOfADay: Bool)
  /// A watering, at its beginning; what a person said, at the end of its second.
  case watering(WateringRecord)
}

/// Everything of a stretch of time, in its order: for what lives through the past once more.
extension HistoryReader {
  /// A long time is read a piece at a time, so that the writer's log can be moved into the file meanwhile.
  private static let piece: Int64 = 86_400_000

  /// Of which probe, and what it measured.
  package func series() throws(StoreError) -> [(sensor: String, quantity: Quantity)] {
    try names().map { ($0.sensor, $0.quantity) }
  }

  private func names() throws(StoreError) -> [(id: Int64, sensor: String, quantity: Quantity)] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT id, sensor, quantity FROM series ORDER BY id").compactMap { row in
        let quantity = UInt8(exactly: try row["quantity"] as Int64).flatMap(Quantity.init(rawValue:))
        return try quantity.map { (try row["id"], try row["sensor"], $0) }
      }
    }
  }

  /// First and last moment of which something is kept; `nil`: no value is.
  package func extent() throws(StoreError) -> (first: Timestamp, last: Timestamp)? {
    try read { db in
      var moments: [Timestamp] = []
      if let row = try Row.fetchOne(db, sql: "SELECT min(id), max(id) FROM reading") {
        moments += [try row[0] as Int64?, try row[1]].compactMap { $0 }.map(ReadingID.time)
      }
      for (table, span) in Self.spans {
        guard let row = try Row.fetchOne(db, sql: "SELECT min(start), max(start) FROM \(table)") else {
          continue
        }
        if let first: Int64 = try row[0] { moments.append(Timestamp(milliseconds: first)) }
        if let last: Int64 = try row[1] { moments.append(Timestamp(milliseconds: last + span)) }
      }
      if let last = try WateringRows.last(in: db), !moments.isEmpty { moments.append(last) }
      guard let first = moments.min(), let last = moments.max() else { return nil }
      return (first, last)
    }
  }

  private static let spans: [(table: String, milliseconds: Int64)] = [
    ("day", 86_400_000), ("hour", 3_600_000),
  ]

  /// Hands over what is kept of `from ..< to`: days, then hours, then readings with waterings among all of them. Times never fall: what was
  /// measured late comes when it was accepted, and a mean at the end of its span.
  package func past(
    from: Timestamp, to: Timestamp, plants: [PlantID], _ body: (Timestamp, PastItem) throws -> Void
  ) throws(StoreError) {
    let names = try names()
    let series = Dictionary(names.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    var waterings = Waterings(try self.waterings(of: plants, from: from, to: to))
    var last = from
    func hand(_ at: Timestamp, _ item: PastItem) throws {
      last = max(last, at)
      while let (at, watering) = waterings.next(until: last) { try body(max(at, from), .watering(watering)) }
      try body(last, item)
    }
    for (table, span) in Self.spans {
      try read { db in
        try Row.forEach(
          db,
          sql:
            "SELECT start, series, total / count FROM \(table) WHERE start >= ? AND start < ? ORDER BY start, series",
          arguments: [from.milliseconds, to.milliseconds - span + 1]
        ) { row in
          guard let place = series[try row[1]] else { return }
          try hand(
            Timestamp(milliseconds: try row[0] as Int64 + span),
            .mean(series: place, try row[2], isOfADay: table == "day"))
        }
      }
    }
    try readings(from: from, to: to, series, hand)
    while let (at, watering) = waterings.next(until: to) {
      do { try body(max(at, last), .watering(watering)) } catch { throw StoreError(error, file: path) }
    }
  }

  private func readings(
    from: Timestamp, to: Timestamp, _ series: [Int64: Int], _ hand: (Timestamp, PastItem) throws -> Void
  ) throws(StoreError) {
    let first = try read { try Int64.fetchOne($0, sql: "SELECT min(id) FROM reading") }
    let final = try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM reading") }
    guard let first, let final else { return }
    var at = max(from.milliseconds, ReadingID.time(of: first).milliseconds)
    let end = min(to.milliseconds, ReadingID.time(of: final).milliseconds + 1)
    while at < end {
      let until = min(end, at + Self.piece)
      try read { db in
        try Row.forEach(
          db, sql: "SELECT id, series, value, raw, lag FROM reading WHERE id >= ? AND id < ? ORDER BY id",
          arguments: [
            ReadingID.start(of: Timestamp(milliseconds: at)),
            ReadingID.start(of: Timestamp(milliseconds: until)),
          ]
        ) { row in
          guard let place = series[try row[1]] else { return }
          let at = ReadingID.time(of: try row[0])
          let lag: Int64? = try row[4]
          try hand(
            at,
            .value(series: place, try row[2], raw: try row[3], measuredAt: lag.map { at - .milliseconds($0) })
          )
        }
      }
      at = until
    }
  }

  private func waterings(
    of plants: [PlantID], from: Timestamp, to: Timestamp
  ) throws(StoreError) -> [WateringRecord] {
    try read { db in
      try plants.flatMap {
        try WateringRows.all(of: $0, from: from, to: to, limit: WateringRows.rowsMax, in: db)
      }
    }
  }
}

/// Waterings that wait for their time.
private struct Waterings {
  private let all: [(at: Timestamp, watering: WateringRecord)]
  private var place = 0

  init(_ all: [WateringRecord]) {
    self.all = all.map { (Self.time(of: $0), $0) }.sorted {
      ($0.at, $0.watering.plant) < ($1.at, $1.watering.plant)
    }
  }

  /// Devices say in which second a person answered: what was read in that second was there before.
  private static func time(of watering: WateringRecord) -> Timestamp {
    watering.kind == .hand ? Timestamp(seconds: watering.from.seconds) + .milliseconds(999) : watering.from
  }

  mutating func next(until time: Timestamp) -> (at: Timestamp, watering: WateringRecord)? {
    guard place < all.count, all[place].at <= time else { return nil }
    place += 1
    return all[place - 1]
  }
}

import SQLite
package import GardenCore

/// What the past teaches of how plants dry: one pass over all hours of all of them.
extension HistoryReader {
  /// A day at a time, so that the writer's log can be moved into the file meanwhile.
  private static let piece: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000

  /// Of plants without a moment in that time nothing is handed back. What is kept by the day alone teaches nothing.
  ///
  /// - Parameter mayGoOn: asked between pieces; `false` gives up with ``StoreError/failed(file:detail:)``.
  package func drying(
    of lessons: [DryingLesson], from: Timestamp, to: Timestamp, mayGoOn: () -> Bool = { true }
  ) throws(StoreError) -> [PlantID: DryingRecord] {
    let names = try read { db in
      try Row.fetchAll(
        db, sql: "SELECT sensor, id FROM series WHERE quantity = ?", arguments: [Quantity.moisture.rawValue]
      ).map { (try $0[0] as String, try $0[1] as Int64) }
    }
    let ids = Dictionary(names) { first, _ in first }
    var pupils = lessons.map(Pupil.init)
    var readers: [Int64: [(pupil: Int, weight: Double)]] = [:]
    for (i, lesson) in lessons.enumerated() {
      for share in lesson.shares {
        guard let id = ids[share.sensor] else { continue }
        readers[id, default: []].append((i, share.weight))
      }
    }
    guard !readers.isEmpty else { return [:] }
    let series = readers.keys.sorted().map { "\($0)" }.joined(separator: ", ")
    func take(_ row: Row) throws {
      let hour: Int64 = try row[0]
      let mean: Double = try row[2]
      for reader in readers[try row[1]] ?? [] { pupils[reader.pupil].take(mean, reader.weight, hour) }
    }
    try read { db in
      try Row.forEach(
        db,
        sql: """
          SELECT start / \(Self.hour), series, total / count FROM hour
          WHERE start >= ? AND start < ? AND series IN (\(series)) ORDER BY start
          """, arguments: [from.milliseconds, to.milliseconds], take)
    }
    let first = try read { try Int64.fetchOne($0, sql: "SELECT min(id) FROM reading") }
    var at = max(from, first.map(ReadingID.time) ?? to).milliseconds
    at -= at % Self.hour
    while at < to.milliseconds {
      guard mayGoOn() else { throw .failed(file: path, detail: "given up") }
      try read { db in
        try Row.forEach(
          db,
          sql: """
            SELECT ((id >> 10) - coalesce(lag, 0)) / \(Self.hour) AS hour, series, avg(value) FROM reading
            WHERE id >= ? AND id < ? AND series IN (\(series)) GROUP BY 1, 2 ORDER BY 1
            """,
          arguments: [
            ReadingID.start(of: Timestamp(milliseconds: at)),
            ReadingID.start(of: Timestamp(milliseconds: min(at + Self.piece, to.milliseconds))),
          ], take)
      }
      at += Self.piece
    }
    return Dictionary(pupils.compactMap { $0.taught }) { first, _ in first }
  }
}

/// One plant's record while it is filled: the means of its probes by their weights, an hour at a time.
private struct Pupil {
  private let lesson: DryingLesson
  private var record = DryingRecord()
  private var hour: Int64?
  private var sum = 0.0
  private var weight = 0.0

  init(_ lesson: DryingLesson) { self.lesson = lesson }

  mutating func take(_ mean: Double, _ weight: Double, _ hour: Int64) {
    if self.hour != hour {
      learn()
      self.hour = hour
      sum = 0
      self.weight = 0
    }
    sum += mean * weight
    self.weight += weight
  }

  private mutating func learn() {
    guard let hour, weight > 0 else { return }
    record.take(sum / weight, limit: lesson.limit, at: Timestamp(seconds: hour * 3600))
  }

  /// `nil`: nothing was measured.
  var taught: (PlantID, DryingRecord)? {
    guard hour != nil else { return nil }
    var last = self
    last.learn()
    return (lesson.plant, last.record)
  }
}

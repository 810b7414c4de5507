import SQLite
package import GardenCore

/// A plant's past out of the readings of its probes: readings, hours and days joined by age, taken together by steps in the
/// database, so that a season costs no more memory than a day.
extension HistoryReader {
  /// A table of readings is ordered by time, not by probe: a long time is read a piece at a time, so that the writer's log can be
  /// moved into the file meanwhile.
  private static let piece: Int64 = 86_400_000
  /// A probe that sends late is looked for this long after the time that is asked for; one whose clock is ahead, before it.
  private static let latest: Int64 = 86_400_000
  private static let ahead: Int64 = 300_000
  /// The newest so many waterings.
  private static let wateringsMax = 200

  /// Steps without a reading are absent. What is older than the kept readings comes by the hour, what is older than the hours by
  /// the day: the step is then no shorter.
  ///
  /// - Parameters:
  ///   - shares: the probes of the plant and quantity; see `GardenPlan.historyShares`.
  ///   - mayGoOn: asked between pieces; `false` gives up with ``StoreError/failed(file:detail:)``.
  package func history(
    of question: HistoryQuestion, shares: [HistoryShare], mayGoOn: () -> Bool = { true }
  ) throws(StoreError) -> PlantHistory {
    let shortest = try read { try Self.resolution(of: question, in: $0) }
    let step = PlantHistory.step(
      from: question.from, to: question.to, count: question.points,
      shortest: shortest)
    let series = try read { try Self.series(of: shares, question.quantity, in: $0) }
    var steps = PlantSteps(question, step: step, series: series)
    if !series.isEmpty {
      for table in ["day", "hour"] {
        try read { try Self.add(table, to: &steps, in: $0) }
        try goOn(mayGoOn)
      }
      try addReadings(to: &steps, mayGoOn)
    }
    let waterings = try read {
      try WateringRows.all(
        of: question.plant, from: question.from, to: question.to, limit: Self.wateringsMax, in: $0)
    }
    return PlantHistory(step: step, points: steps.points, waterings: waterings)
  }

  private func goOn(_ mayGoOn: () -> Bool) throws(StoreError) {
    if !mayGoOn() { throw .failed(file: path, detail: "too many readings to be read in time") }
  }

  /// What the oldest rows of that time stand for, seconds.
  private static func resolution(of question: HistoryQuestion, in db: Database) throws -> Int64 {
    for (table, span) in [("day", Int64(86_400)), ("hour", 3600)] {
      let from = PlantHistory.floor(question.from.seconds, span) * 1000
      let isThere = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE start >= ? AND start < ?)",
        arguments: [from, question.to.milliseconds])
      if isThere == true { return span }
    }
    return 0
  }

  private static func series(
    of shares: [HistoryShare], _ quantity: Quantity, in db: Database
  ) throws -> [(id: Int64, weight: Double)] {
    var found: [(id: Int64, weight: Double)] = []
    for share in shares {
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM series WHERE sensor = ? AND quantity = ?",
        arguments: [share.sensor, quantity.rawValue])
      if let id { found.append((id, share.weight)) }
    }
    return found
  }

  private static func add(_ table: String, to steps: inout PlantSteps, in db: Database) throws {
    try Row.forEach(
      db,
      sql: """
        SELECT start / ?1 * ?1 AS step, series, sum(count) AS count, min(lowest) AS lowest, max(highest) AS highest,
        sum(total) AS total FROM \(table) WHERE start >= ?2 AND start < ?3 AND series IN (\(steps.names)) GROUP BY 1, 2
        """,
      arguments: [steps.step * 1000, steps.from, steps.to]
    ) { try steps.add($0) }
  }

  private func addReadings(to steps: inout PlantSteps, _ mayGoOn: () -> Bool) throws(StoreError) {
    let first = try read { try Int64.fetchOne($0, sql: "SELECT min(id) FROM reading") }
    let last = try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM reading") }
    guard let first, let last else { return }
    var at = max(steps.from - Self.ahead, ReadingID.time(of: first).milliseconds)
    let end = min(steps.to + Self.latest, ReadingID.time(of: last).milliseconds + 1)
    while at < end {
      let until = min(end, at + Self.piece)
      try read { try Self.addReadings(from: at, to: until, &steps, in: $0) }
      try goOn(mayGoOn)
      at = until
    }
  }

  /// By the time of measurement, as compaction takes them.
  private static func addReadings(
    from: Int64, to: Int64, _ steps: inout PlantSteps, in db: Database
  ) throws {
    try Row.forEach(
      db,
      sql: """
        SELECT ((id >> 10) - coalesce(lag, 0)) / ?1 * ?1 AS step, series, count(*) AS count, min(value) AS lowest,
        max(value) AS highest, sum(value) AS total FROM reading
        WHERE id >= ?2 AND id < ?3 AND series IN (\(steps.names)) GROUP BY 1, 2
        """,
      arguments: [
        steps.step * 1000, ReadingID.start(of: Timestamp(milliseconds: from)),
        ReadingID.start(of: Timestamp(milliseconds: to)),
      ]
    ) { try steps.add($0) }
  }
}

/// The steps of a time while they are filled.
private struct PlantSteps {
  private struct Cell {
    var count = 0
    var total = 0.0
    var lowest = Double.infinity
    var highest = -Double.infinity
  }

  /// Seconds.
  let step: Int64
  /// Whole steps around the time, milliseconds.
  let from: Int64
  let to: Int64
  private let series: [(id: Int64, weight: Double)]
  /// Steps × series.
  private var cells: [Cell]

  init(_ question: HistoryQuestion, step: Int64, series: [(id: Int64, weight: Double)]) {
    self.step = step
    self.series = series
    from = PlantHistory.floor(question.from.seconds, step) * 1000
    to = (PlantHistory.floor(question.to.seconds - 1, step) + step) * 1000
    cells = Array(repeating: Cell(), count: Int((to - from) / 1000 / step) * series.count)
  }

  /// Numbers alone, for the statement.
  var names: String { series.map { "\($0.id)" }.joined(separator: ", ") }

  mutating func add(_ row: Row) throws {
    let start: Int64 = try row["step"]
    let id: Int64 = try row["series"]
    guard start >= from, start < to, let i = series.firstIndex(where: { $0.id == id }) else { return }
    let cell = Int((start - from) / 1000 / step) * series.count + i
    cells[cell].count += try row["count"] as Int
    cells[cell].total += try row["total"] as Double
    cells[cell].lowest = min(cells[cell].lowest, try row["lowest"])
    cells[cell].highest = max(cells[cell].highest, try row["highest"])
  }

  /// Each probe's mean counts by its weight, however often it sent.
  var points: [PlantHistory.Point] {
    guard !series.isEmpty else { return [] }
    return stride(from: 0, to: cells.count, by: series.count).compactMap { first in
      var sum = 0.0
      var weight = 0.0
      var lowest = Double.infinity
      var highest = -Double.infinity
      for i in series.indices where cells[first + i].count > 0 {
        let cell = cells[first + i]
        sum += cell.total / Double(cell.count) * series[i].weight
        weight += series[i].weight
        lowest = min(lowest, cell.lowest)
        highest = max(highest, cell.highest)
      }
      guard weight > 0 else { return nil }
      let start = from + Int64(first / series.count) * step * 1000
      return PlantHistory.Point(
        start: Timestamp(milliseconds: start), mean: sum / weight, lowest: lowest, highest: highest)
    }
  }
}

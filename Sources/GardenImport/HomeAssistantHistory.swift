import GardenCore
import SQLite

/// Home Assistant's recorder: `home-assistant_v2.db`, opened for reading alone. Of Home Assistant 2023.4 and later.
///
/// It writes a state when it changes. What stands in between is held: a value is handed over once an hour as long as it stood there and Home
/// Assistant ran. What was kept before the oldest state comes from its long-term statistics, as means of an hour.
/// Source: developers.home-assistant.io, "Recorder" (schema 41 and later), and home-assistant/core, `components/recorder/db_schema.py`.
package struct HomeAssistantHistory: ForeignHistory {
  private struct Entity {
    /// In `states_meta` and in `statistics_meta`.
    var state: Int64?
    var statistic: Int64?
    /// Of its statistics, which need not be that of each of its states.
    var statisticUnit: String?
  }

  package private(set) var series: [String] = []
  private var entities: [Entity] = []
  private let queue: DatabaseQueue
  private var runs: [Run] = []
  /// Cells that hold what Home Assistant does not write there.
  private var badCells = 0
  /// See ``sound(_:_:_:_:_:)``.
  private var soundStates = ""
  private var soundStatistics = ""

  /// A time in which Home Assistant ran.
  private struct Run {
    var start: Double
    var end: Double
  }

  /// As every SQLite file begins.
  package static let mark = Array("SQLite format 3\0".utf8)
  private static let holdEvery = 3600.0
  /// It writes states of 255 letters and attributes of 16 kB. A larger cell is never loaded.
  private static let cellMax = 1 << 16
  private static let seriesMax = 10_000
  /// From 2008 to 2103: what is beyond is no time of its.
  private static let times = 1.2e9...4.2e9

  package init(_ path: String) throws(ForeignHistoryError) {
    do {
      queue = try DatabaseQueue(path: path, isReadOnly: true, waitingAtMost: 1000) {
        $0.limitCells(to: Self.cellMax)
      }
      try read(path)
    } catch let error as ForeignHistoryError {
      throw error
    } catch {
      throw .unreadable(path: path, detail: "\(error)")
    }
  }

  private mutating func read(_ path: String) throws {
    var (bad, found, runs) = (0, [String: Entity](), [Run]())
    var (states, statistics) = ("", "")
    try queue.read { db in
      guard try db.tableExists("states_meta"), try db.tableExists("states") else {
        throw ForeignHistoryError.unknownForm(
          path: path, detail: "a database, but not one of Home Assistant 2023.4 or later")
      }
      states = try Self.sound(db, "states", "state_id", ["last_updated_ts"], &bad)
      if try db.tableExists("statistics") {
        statistics = try Self.sound(db, "statistics", "id", ["start_ts", "mean"], &bad)
      }
      found = try Self.entities(db, &bad)
      runs = try Self.runs(db, &bad)
    }
    series = found.keys.sorted()
    entities = series.map { found[$0] ?? Entity() }
    (self.runs, badCells) = (runs, bad)
    (soundStates, soundStatistics) = (states, statistics)
  }

  /// A column where it holds a number; what else stands there is not loaded.
  private static func number(_ column: String) -> String {
    "CASE WHEN typeof(\(column)) IN ('real', 'integer') THEN \(column) END"
  }

  /// The same where it can be a time.
  private static func moment(_ column: String) -> String {
    "CASE WHEN typeof(\(column)) IN ('real', 'integer') AND \(column) BETWEEN \(times.lowerBound) AND \(times.upperBound) THEN \(column) END"
  }

  /// One cell; `nil`, which is counted: it is too large.
  private static func cell(
    _ db: Database, _ sql: String, _ id: Int64, _ bad: inout Int
  ) throws -> DatabaseValue? {
    do {
      return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id])?.values.first ?? .null
    } catch let error as DatabaseError where error.resultCode == .tooBig {
      bad += 1
      return nil
    }
  }

  /// Leaves out rows of which a number or a time is a text too large to look at; as a condition, which is empty in any real file.
  private static func sound(
    _ db: Database, _ table: String, _ id: String, _ columns: [String], _ bad: inout Int
  ) throws -> String {
    do {
      _ = try Row.fetchOne(
        db, sql: "SELECT \(columns.map { "max(\($0))" }.joined(separator: ", ")) FROM \(table)")
      return ""
    } catch let error as DatabaseError where error.resultCode == .tooBig {
      var huge: [String] = []
      let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(id) = ?"
      for row in try Int64.fetchAll(db, sql: "SELECT \(id) FROM \(table)") {
        if try cell(db, sql, row, &bad) == nil { huge.append("\(row)") }
      }
      return " AND \(id) NOT IN (\(huge.joined(separator: ", ")))"
    }
  }

  private static func text(_ db: Database, _ sql: String, _ id: Int64, _ bad: inout Int) throws -> String? {
    switch try cell(db, sql, id, &bad) {
    case .text(let text): return text
    case .null, nil: return nil
    default:
      bad += 1
      return nil
    }
  }

  private static func ids(_ db: Database, _ column: String, of table: String) throws -> [Int64] {
    try Int64.fetchAll(
      db, sql: "SELECT \(column) FROM \(table) WHERE typeof(\(column)) = 'integer' LIMIT \(seriesMax)")
  }

  /// Sensors alone: what else there is measures nothing.
  private static func entities(_ db: Database, _ bad: inout Int) throws -> [String: Entity] {
    var found: [String: Entity] = [:]
    for id in try ids(db, "metadata_id", of: "states_meta") {
      guard let name = try text(db, "SELECT entity_id FROM states_meta WHERE metadata_id = ?", id, &bad),
        name.hasPrefix("sensor.")
      else { continue }
      found[name] = Entity(state: id)
    }
    if try db.tableExists("statistics_meta"), try db.tableExists("statistics") {
      for id in try ids(db, "id", of: "statistics_meta") {
        let name = try text(db, "SELECT statistic_id FROM statistics_meta WHERE id = ?", id, &bad)
        guard let name else { continue }
        found[name, default: Entity()].statistic = id
        found[name]?.statisticUnit = try text(
          db, "SELECT unit_of_measurement FROM statistics_meta WHERE id = ?", id, &bad)
      }
    }
    return found
  }

  private static func runs(_ db: Database, _ bad: inout Int) throws -> [Run] {
    guard try db.tableExists("recorder_runs") else { return [] }
    let column = { (name: String) in "SELECT unixepoch(\"\(name)\") FROM recorder_runs WHERE run_id = ?" }
    var runs: [Run] = []
    for id in try ids(db, "run_id", of: "recorder_runs") {
      guard case .integer(let start) = try cell(db, column("start"), id, &bad) else { continue }
      var end = Double.infinity
      if case .integer(let written) = try cell(db, column("end"), id, &bad) { end = Double(written) }
      runs.append(Run(start: Double(start), end: end))
    }
    return runs.sorted { $0.start < $1.start }
  }

  package func forEach(_ body: (ForeignValue) throws -> Void) throws -> UnreadableLines {
    var unreadable = UnreadableLines()
    unreadable.count = badCells
    let time = Self.moment("last_updated_ts")
    try queue.read { db in
      let last = try Double.fetchOne(db, sql: "SELECT max(\(time)) FROM states WHERE true\(soundStates)") ?? 0
      for (i, entity) in entities.enumerated() {
        var first = Double.infinity
        if let id = entity.state {
          first =
            try Double.fetchOne(
              db, sql: "SELECT min(\(time)) FROM states WHERE metadata_id = ?\(soundStates)", arguments: [id])
            ?? first
        }
        if let id = entity.statistic {
          try means(of: id, before: first, i, unit: entity.statisticUnit, db, &unreadable.count, body)
        }
        if let id = entity.state {
          try states(of: id, until: last, i, unit: entity.statisticUnit, db, &unreadable.count, body)
        }
      }
    }
    return unreadable
  }

  private func means(
    of id: Int64, before first: Double, _ i: Int, unit: String?, _ db: Database, _ bad: inout Int,
    _ body: (ForeignValue) throws -> Void
  ) throws {
    let (start, mean) = (Self.moment("start_ts"), Self.number("mean"))
    bad +=
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM statistics WHERE metadata_id = ?\(soundStatistics)
          AND (\(start) IS NULL OR typeof(mean) NOT IN ('null', 'real', 'integer'))
          """, arguments: [id]) ?? 0
    try Row.forEach(
      db,
      sql: """
        SELECT \(start) AS begins, \(mean) FROM statistics
        WHERE metadata_id = ?\(soundStatistics) AND begins + 3600 <= ? AND \(mean) IS NOT NULL ORDER BY begins
        """, arguments: [id, min(first, 1e12)]
    ) { row in
      try body(
        ForeignValue(
          series: i, at: Self.time(try row[0]), content: .number(try row[1], unit: unit), kind: .hour))
    }
  }

  /// The unit stands with each state, since its owner may choose another; where it does not, the one before it holds, and at first `unit`.
  private func states(
    of id: Int64, until end: Double, _ i: Int, unit: String?, _ db: Database, _ bad: inout Int,
    _ body: (ForeignValue) throws -> Void
  ) throws {
    var (unit, attributes) = (unit, Int64?.none)
    var standing: (at: Double, content: ForeignValue.Content)?
    func hold(until next: Double) throws {
      guard let standing, case .number = standing.content else { return }
      let holds = min(next, runEnd(of: standing.at), Self.times.upperBound)
      var at = standing.at + Self.holdEvery
      while at < holds {
        try body(ForeignValue(series: i, at: Self.time(at), content: standing.content, kind: .held))
        at += Self.holdEvery
      }
    }
    var count = bad
    try Row.forEach(
      db,
      sql: """
        SELECT state_id, \(Self.moment("last_updated_ts")) AS at, typeof(last_updated_ts) = 'null',
        CASE WHEN typeof(attributes_id) = 'integer' THEN attributes_id END FROM states
        WHERE metadata_id = ?\(soundStates) ORDER BY at
        """, arguments: [id]
    ) { row in
      guard let at: Double = try row[1] else {
        if try row[2] as Int == 0 { count += 1 }
        return
      }
      if let named = try row[3] as Int64?, named != attributes {
        attributes = named
        unit = try Self.text(db, Self.unitOfAttributes, named, &count) ?? unit
      }
      let state = try Self.cell(db, "SELECT state FROM states WHERE state_id = ?", try row[0], &count)
      guard let state, let content = Self.content(state, unit) else {
        if state != nil { count += 1 }
        return
      }
      try hold(until: at)
      standing = (at, content)
      try body(ForeignValue(series: i, at: Self.time(at), content: content))
    }
    bad = count
    try hold(until: end)
  }

  private static let unitOfAttributes = """
    SELECT CASE WHEN json_valid(shared_attrs) THEN json_extract(shared_attrs, '$.unit_of_measurement') END
    FROM state_attributes WHERE attributes_id = ?
    """

  /// A run that has no end written goes on to the next one's start, less what is not known.
  private func runEnd(of time: Double) -> Double {
    guard let run = runs.lastIndex(where: { $0.start <= time }) else { return .infinity }
    let next = run + 1 < runs.count ? runs[run + 1].start : .infinity
    return min(runs[run].end, next)
  }

  /// `nil`: no state is written like that.
  private static func content(_ state: DatabaseValue, _ unit: String?) -> ForeignValue.Content? {
    if state.isNull { return ForeignValue.Content.none }
    guard case .text(let state) = state else { return nil }
    if ["unavailable", "unknown", ""].contains(state) { return ForeignValue.Content.none }
    return Double(state).map { $0.isFinite ? .number($0, unit: unit) : .text } ?? .text
  }

  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: Int64((min(max(seconds, 0), 1e11) * 1000).rounded()))
  }
}

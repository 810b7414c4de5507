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
    /// Of its statistics, which need not be that of its states.
    var statisticUnit: String?
  }

  package private(set) var series: [ForeignSeries] = []
  private var entities: [Entity] = []
  private let queue: DatabaseQueue
  private let runs: [Run]

  /// A time in which Home Assistant ran.
  private struct Run {
    var start: Double
    var end: Double
  }

  /// As every SQLite file begins.
  package static let mark = Array("SQLite format 3\0".utf8)
  private static let holdEvery = 3600.0

  package init(_ path: String) throws(ForeignHistoryError) {
    do {
      queue = try DatabaseQueue(path: path, isReadOnly: true, waitingAtMost: 1000)
      let (series, entities, runs) = try queue.read { db in
        guard try db.tableExists("states_meta"), try db.tableExists("states") else {
          throw ForeignHistoryError.unknownForm(
            path: path, detail: "a database, but not one of Home Assistant 2023.4 or later")
        }
        let (series, entities) = try Self.entities(db)
        return (series, entities, try Self.runs(db))
      }
      self.series = series
      self.entities = entities
      self.runs = runs
    } catch let error as ForeignHistoryError {
      throw error
    } catch {
      throw .unreadable(path: path, detail: "\(error)")
    }
  }

  /// Sensors alone: what else there is measures nothing.
  private static func entities(_ db: Database) throws -> ([ForeignSeries], [Entity]) {
    var found: [String: (unit: String?, entity: Entity)] = [:]
    for row in try Row.fetchAll(
      db,
      sql: """
        SELECT entity_id, metadata_id, (
          SELECT CASE WHEN json_valid(shared_attrs) THEN json_extract(shared_attrs, '$.unit_of_measurement') END
          FROM states JOIN state_attributes USING (attributes_id)
          WHERE states.metadata_id = states_meta.metadata_id AND state NOT IN ('unavailable', 'unknown')
          ORDER BY last_updated_ts DESC LIMIT 1)
        FROM states_meta WHERE entity_id LIKE 'sensor.%'
        """)
    {
      guard let name: String = try row[0] else { continue }
      found[name] = (try row[2], Entity(state: try row[1]))
    }
    if try db.tableExists("statistics_meta"), try db.tableExists("statistics") {
      for row in try Row.fetchAll(
        db, sql: "SELECT statistic_id, id, unit_of_measurement FROM statistics_meta")
      {
        guard let name: String = try row[0] else { continue }
        let unit: String? = try row[2]
        found[name, default: (unit, Entity())].entity.statistic = try row[1]
        found[name]?.entity.statisticUnit = unit
      }
    }
    let names = found.keys.sorted()
    return (
      names.map { ForeignSeries(name: $0, unit: found[$0]?.unit) },
      names.map { found[$0]?.entity ?? Entity() }
    )
  }

  private static func runs(_ db: Database) throws -> [Run] {
    guard try db.tableExists("recorder_runs") else { return [] }
    let rows = try Row.fetchAll(
      db, sql: "SELECT unixepoch(start), unixepoch(\"end\") FROM recorder_runs ORDER BY start")
    return try rows.compactMap { row in
      guard let start: Int64 = try row[0] else { return nil }
      return Run(start: Double(start), end: (try row[1] as Int64?).map(Double.init) ?? .infinity)
    }
  }

  package func forEach(_ body: (ForeignValue) throws -> Void) throws -> UnreadableLines {
    try queue.read { db in
      let last = try Double.fetchOne(db, sql: "SELECT max(last_updated_ts) FROM states") ?? 0
      for (i, entity) in entities.enumerated() {
        var first = Double.infinity
        if let id = entity.state {
          first =
            try Double.fetchOne(
              db, sql: "SELECT min(last_updated_ts) FROM states WHERE metadata_id = ?", arguments: [id])
            ?? first
        }
        if let id = entity.statistic {
          try means(of: id, before: first, i, unit: entity.statisticUnit, db, body)
        }
        if let id = entity.state { try states(of: id, until: last, i, db, body) }
      }
    }
    return UnreadableLines()
  }

  private func means(
    of id: Int64, before first: Double, _ i: Int, unit: String?, _ db: Database,
    _ body: (ForeignValue) throws -> Void
  ) throws {
    try Row.forEach(
      db,
      sql: """
        SELECT start_ts, mean FROM statistics WHERE metadata_id = ? AND start_ts + 3600 <= ? AND mean IS NOT NULL
        ORDER BY start_ts
        """, arguments: [id, min(first, 1e12)]
    ) { row in
      try body(
        ForeignValue(
          series: i, at: Self.time(try row[0]), content: .number(try row[1], unit: unit), kind: .hour))
    }
  }

  private func states(
    of id: Int64, until end: Double, _ i: Int, _ db: Database, _ body: (ForeignValue) throws -> Void
  ) throws {
    var standing: (at: Double, content: ForeignValue.Content)?
    func hold(until next: Double) throws {
      guard let standing, case .number = standing.content else { return }
      let holds = min(next, runEnd(of: standing.at))
      var at = standing.at + Self.holdEvery
      while at < holds {
        try body(ForeignValue(series: i, at: Self.time(at), content: standing.content, kind: .held))
        at += Self.holdEvery
      }
    }
    try Row.forEach(
      db, sql: "SELECT last_updated_ts, state FROM states WHERE metadata_id = ? ORDER BY last_updated_ts",
      arguments: [id]
    ) { row in
      guard let at: Double = try row[0] else { return }
      try hold(until: at)
      let content = Self.content(try row[1], series[i].unit)
      standing = (at, content)
      try body(ForeignValue(series: i, at: Self.time(at), content: content))
    }
    try hold(until: end)
  }

  /// A run that has no end written goes on to the next one's start, less what is not known.
  private func runEnd(of time: Double) -> Double {
    guard let run = runs.lastIndex(where: { $0.start <= time }) else { return .infinity }
    let next = run + 1 < runs.count ? runs[run + 1].start : .infinity
    return min(runs[run].end, next)
  }

  private static func content(_ state: String?, _ unit: String?) -> ForeignValue.Content {
    guard let state, !["unavailable", "unknown", ""].contains(state) else { return .none }
    return Double(state).map { $0.isFinite ? .number($0, unit: unit) : .text } ?? .text
  }

  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: Int64((min(max(seconds, 0), 1e11) * 1000).rounded()))
  }
}

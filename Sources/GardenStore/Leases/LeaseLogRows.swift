import GardenCore
import SQLite
import StoreTypes

/// The lease log: lines are written in the transaction of what they tell, and never changed.
///
/// `lease_dropped` counts what the bounds dropped: per lease that still stands, and under '' of all that are gone.
enum LeaseLogRows {
  private static let columns = #"lease, actuator, plant, kind, "by", text, at, uptime, boot"#

  /// Writes the line. A line that stands already is not written twice: a batch may be committed again after an error.
  static func put(_ line: LeaseLine, _ bounds: LeaseLogBounds, in db: Database) throws {
    let event = line.event
    let lease = event.lease.description
    let text = String(event.text.prefix(LeaseLogBounds.textMax))
    let stands =
      "SELECT 1 FROM lease_event WHERE lease = ? AND uptime = ? AND at = ? AND kind = ? AND text = ?"
    let isThere =
      try Row.fetchOne(
        db.cachedStatement(sql: stands),
        arguments: [
          lease, event.uptime.milliseconds, event.at.milliseconds, event.kind.rawValue, text,
        ]) != nil
    if isThere { return }
    try makeRoom(lease, bounds, in: db)
    try db.run(
      "INSERT INTO lease_event (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        lease, event.actuator, event.plant, event.kind.rawValue, event.by, text, event.at.milliseconds,
        event.uptime.milliseconds, line.boot?.id.description,
      ])
  }

  /// Of a lease that is at its bound the oldest line after the beginning goes.
  private static func makeRoom(_ lease: String, _ bounds: LeaseLogBounds, in db: Database) throws {
    let count =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM lease_event WHERE lease = ?"), arguments: [lease]) ?? 0
    guard count >= bounds.linesPerLease else { return }
    try db.run(
      """
      DELETE FROM lease_event WHERE number =
        (SELECT number FROM lease_event WHERE lease = ? ORDER BY number LIMIT 1 OFFSET ?)
      """, [lease, bounds.firstLines])
    try countDropped(1, of: lease, in: db)
  }

  static func countDropped(_ lines: Int, of lease: String, in db: Database) throws {
    guard lines > 0 else { return }
    try db.run(
      """
      INSERT INTO lease_dropped (lease, lines) VALUES (?, ?)
      ON CONFLICT (lease) DO UPDATE SET lines = lines + excluded.lines
      """, [lease, lines])
  }

  /// Bytes of a line: its words, and 120 for the rest.
  private static let size = "(120 + length(CAST(text AS BLOB)) + length(actuator) + ifnull(length(plant), 0))"

  /// Bytes of all lines.
  static func bytes(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT sum(\(size)) FROM lease_event") ?? 0
  }

  /// Drops the oldest leases that are over the bounds, at most a step's worth; `true`: there may be more.
  ///
  /// A lease is as old as its last line. Age counts back from the newest line where that is older than now: a clock that shows
  /// years ahead drops nothing before something new is written.
  static func trim(_ bounds: LeaseLogBounds, now: Timestamp, in db: Database) throws -> Bool {
    guard let newest = try Int64.fetchOne(db, sql: "SELECT max(at) FROM lease_event") else { return false }
    let limit = min(Timestamp(milliseconds: newest), now) - bounds.keptFor
    var excess = try bytes(in: db) - bounds.bytesMax
    let oldest = try Row.fetchAll(
      db,
      sql: """
        SELECT lease, max(at) AS last, count(*) AS lines, sum(\(size)) AS bytes
        FROM lease_event GROUP BY lease ORDER BY max(number) LIMIT ?
        """, arguments: [bounds.leasesPerStep])
    var gone = 0
    for row in oldest {
      let last: Int64 = try row["last"]
      guard last < limit.milliseconds || excess > 0 else { break }
      try drop(try row["lease"], lines: try row["lines"], in: db)
      excess -= try row["bytes"] as Int
      gone += 1
    }
    return gone == bounds.leasesPerStep
  }

  private static func drop(_ lease: String, lines: Int, in db: Database) throws {
    let before = try Int.fetchOne(
      db, sql: "SELECT lines FROM lease_dropped WHERE lease = ?", arguments: [lease])
    try db.run("DELETE FROM lease_event WHERE lease = ?", [lease])
    try db.run("DELETE FROM lease_dropped WHERE lease = ?", [lease])
    try countDropped(lines + (before ?? 0), of: "", in: db)
  }
}

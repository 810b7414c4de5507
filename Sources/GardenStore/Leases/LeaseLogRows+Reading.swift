import GardenCore
import SQLite
import StoreTypes

extension LeaseLogRows {
  /// The newest leases first, of one valve or plant or of all.
  static func leases(about name: String?, last: Int, in db: Database) throws -> [UniqueID] {
    let filter = name == nil ? "" : "WHERE actuator = ?1 OR plant = ?1"
    let sql = "SELECT lease FROM lease_event \(filter) GROUP BY lease ORDER BY max(number) DESC LIMIT ?2"
    return try String.fetchAll(db, sql: sql, arguments: [name, last]).compactMap { UniqueID($0) }
  }

  /// The leases whose id ends with these characters, as ``LeaseTrail/shortID`` shows them.
  static func leases(endingWith tail: String, in db: Database) throws -> [UniqueID] {
    try String.fetchAll(
      db, sql: "SELECT DISTINCT lease FROM lease_event WHERE substr(lease, -length(?1)) = ?1 LIMIT 3",
      arguments: [tail]
    ).compactMap { UniqueID($0) }
  }

  /// `nil` where nothing stands of that lease.
  static func trail(
    of lease: UniqueID, in db: Database, unreadable: inout [String]
  ) throws -> LeaseTrail? {
    var lines: [LeaseLine] = []
    try Row.forEach(
      db, sql: "SELECT * FROM lease_event WHERE lease = ? ORDER BY number", arguments: [lease.description]
    ) { row in
      do throws(UnreadableColumn) {
        lines.append(try line(StoredRow(row: row)))
      } catch {
        unreadable.append("lease_event \(try row.value("number")): column \(error.column)")
      }
    }
    guard !lines.isEmpty else { return nil }
    let dropped =
      try Int.fetchOne(
        db, sql: "SELECT lines FROM lease_dropped WHERE lease = ?", arguments: [lease.description]) ?? 0
    return LeaseTrail(lease: lease, lines: lines, dropped: dropped)
  }

  private static func line(_ row: StoredRow) throws(UnreadableColumn) -> LeaseLine {
    guard let kind = LeaseEvent.Kind(rawValue: try row("kind")) else {
      throw UnreadableColumn(column: "kind")
    }
    let event = LeaseEvent(
      lease: try row("lease"), actuator: try row("actuator"), plant: try row("plant"), kind: kind,
      by: try row("by"),
      text: try row("text"), at: Moment(wall: try row("at"), uptime: try row("uptime")))
    return LeaseLine(event, boot: try row("boot"))
  }

  /// Lines of leases that are gone whole, and lines that never reached the disk.
  static func dropped(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT lines FROM lease_dropped WHERE lease = ''") ?? 0
  }
}

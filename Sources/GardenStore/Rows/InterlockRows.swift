import GRDB
import GardenCore

/// Holds, interlocks and what valves gave on a day.
enum InterlockRows {
  /// Without a valve stands for all; no valve is called so.
  private static let everything = "*"

  static let holds = EntityTable("hold", ["valve", "kind", "by", "since"], order: "valve")
  static let interlocks = EntityTable(
    "interlock", ["id", "blocks", "since", "heard_at", "cleared_at"], order: "id")
  static let days = EntityTable(
    "valve_day",
    ["valve", "day_number", "open", "litres", "lease", "lease_open", "lease_litres", "ended_at"],
    order: "valve")

  static func put(_ hold: HoldMemory, in db: Database) throws {
    try holds.put(
      [hold.valve ?? everything, hold.kind.rawValue, hold.by, hold.since.milliseconds], in: db)
  }

  static func removeHold(_ valve: String?, in db: Database) throws {
    try db.run("DELETE FROM hold WHERE valve = ?", [valve ?? everything])
  }

  static func put(_ interlock: InterlockMemory, in db: Database) throws {
    try interlocks.put(
      [
        interlock.id, interlock.blocks, interlock.since.milliseconds, interlock.heardAt.milliseconds,
        interlock.clearedAt?.milliseconds,
      ], in: db)
  }

  static func put(_ day: ValveDayMemory, in db: Database) throws {
    try days.put(
      [
        day.valve, day.dayNumber, day.open.milliseconds,
        try day.litres.storable("litres of \(day.valve)"), day.lease?.description,
        day.leaseOpen.milliseconds, try day.leaseLitres.storable("litres of \(day.valve)"),
        day.endedAt?.milliseconds,
      ], in: db)
  }

  static func allHolds(in db: Database, unreadable: inout [String]) throws -> [HoldMemory] {
    try holds.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      let valve = try row.text("valve")
      return HoldMemory(
        valve: valve == everything ? nil : valve, kind: try row.choice("kind"),
        by: try row.optionalText("by"), since: try row.time("since"))
    }
  }

  static func allInterlocks(in db: Database, unreadable: inout [String]) throws -> [InterlockMemory] {
    try interlocks.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      InterlockMemory(
        id: try row.text("id"), blocks: try row.optionalInteger("blocks").map { $0 != 0 },
        since: try row.time("since"), heardAt: try row.time("heard_at"),
        clearedAt: try row.optionalTime("cleared_at"))
    }
  }

  static func allDays(in db: Database, unreadable: inout [String]) throws -> [ValveDayMemory] {
    try days.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      ValveDayMemory(
        valve: try row.text("valve"), dayNumber: try row.count("day_number"),
        open: .milliseconds(try row.integer("open")), litres: try row.real("litres"),
        lease: try row.optionalID("lease"), leaseOpen: .milliseconds(try row.integer("lease_open")),
        leaseLitres: try row.real("lease_litres"), endedAt: try row.optionalTime("ended_at"))
    }
  }
}

import GRDB
import GardenCore

enum HeaterRows {
  static let table = EntityTable(
    "heater",
    [
      "id", "phase", "lease", "boot", "on_at", "on_uptime", "ends_at", "ends_uptime", "end", "trouble",
    ],
    order: "id")

  static func put(_ heater: HeaterMemory, in db: Database) throws {
    try table.put(
      [
        heater.id, heater.phase.rawValue, heater.lease?.description, heater.boot.id.description,
        heater.onAt.milliseconds, heater.on.milliseconds, heater.endsAt.milliseconds,
        heater.ends.milliseconds, heater.end?.rawValue, heater.trouble?.rawValue,
      ], in: db)
  }

  static func remove(_ id: String, in db: Database) throws {
    try db.run("DELETE FROM heater WHERE id = ?", [id])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [HeaterMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      HeaterMemory(
        id: try row.text("id"), phase: try row.choice("phase"), lease: try row.optionalID("lease"),
        boot: BootID(try row.id("boot")), onAt: try row.time("on_at"),
        on: Uptime(milliseconds: try row.integer("on_uptime")), endsAt: try row.time("ends_at"),
        ends: Uptime(milliseconds: try row.integer("ends_uptime")), end: try row.optionalChoice("end"),
        trouble: try row.optionalChoice("trouble"))
    }
  }
}

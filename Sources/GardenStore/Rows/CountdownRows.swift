import GRDB
import GardenCore

enum CountdownRows {
  static let table = EntityTable(
    "countdown",
    [
      "id", "plant", "by", "boot", "ends_at", "ends_uptime", "duration", "time_left", "end", "ended_by",
      "interruption", "activity", "activity_started_at", "activity_started_uptime", "sequence", "progress",
      "last_update_at", "devices", "hidden_on", "activity_ended_at",
    ],
    order: "id")

  static func put(_ countdown: CountdownMemory, in db: Database) throws {
    let activity = countdown.activity
    try table.put(
      [
        countdown.id.description, countdown.plant, countdown.by, countdown.boot.id.description,
        countdown.endsAt.milliseconds, countdown.ends.milliseconds, countdown.duration.milliseconds,
        countdown.left.milliseconds, countdown.end?.rawValue, countdown.endedBy,
        countdown.interruption?.rawValue, activity.id.description, activity.startedAt.milliseconds,
        activity.started.milliseconds, activity.sequence,
        try activity.progress.storable("progress of \(countdown.id)"), activity.lastUpdateAt.milliseconds,
        try NestedColumn.encode(activity.devices), try NestedColumn.encode(activity.hiddenOn),
        activity.endedAt?.milliseconds,
      ], in: db)
  }

  static func remove(_ id: UniqueID, in db: Database) throws {
    try db.run("DELETE FROM countdown WHERE id = ?", [id.description])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [CountdownMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      CountdownMemory(
        id: try row.id("id"), plant: try row.optionalText("plant"), by: try row.text("by"),
        boot: BootID(try row.id("boot")), endsAt: try row.time("ends_at"),
        ends: Uptime(milliseconds: try row.integer("ends_uptime")),
        duration: .milliseconds(try row.integer("duration")),
        left: .milliseconds(try row.integer("time_left")), end: try row.optionalChoice("end"),
        endedBy: try row.optionalText("ended_by"), interruption: try row.optionalChoice("interruption"),
        activity: try activity(row))
    }
  }

  private static func activity(_ row: StoredRow) throws(UnreadableColumn) -> ActivityMemory {
    ActivityMemory(
      id: try row.id("activity"), startedAt: try row.time("activity_started_at"),
      started: Uptime(milliseconds: try row.integer("activity_started_uptime")),
      sequence: try row.count("sequence"), progress: try row.real("progress"),
      lastUpdateAt: try row.time("last_update_at"), devices: try row.nested("devices"),
      hiddenOn: try row.nested("hidden_on"), endedAt: try row.optionalTime("activity_ended_at"))
  }
}

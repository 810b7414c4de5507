import GRDB
import GardenCore

enum LeaseRows {
  static let table = EntityTable(
    "lease",
    [
      "id", "actuator", "plant", "reason", "by", "opened_at", "opened_uptime", "boot", "ends_at",
      "ends_uptime", "phase", "end", "ended_by", "sequence", "progress", "last_update_at", "devices",
      "hidden_on", "renewal", "renewal_started_at", "renewal_started_uptime", "interruption", "time_left",
      "was_open", "trouble", "activity_ended_at", "moisture_at_start", "until_moisture", "until_litres",
      "litres", "counter", "evidence", "interlock",
    ],
    order: "id")

  static func put(_ lease: LeaseMemory, in db: Database) throws {
    try table.put(
      [
        lease.id.description, lease.actuator, lease.plant, lease.reason.rawValue, lease.by,
        lease.openedAt.milliseconds, lease.opened.milliseconds, lease.boot.id.description,
        lease.endsAt.milliseconds, lease.ends.milliseconds, lease.phase.rawValue, lease.end?.rawValue,
        lease.endedBy, lease.sequence, try lease.progress.storable("progress of \(lease.id)"),
        lease.lastUpdateAt.milliseconds, try NestedColumn.encode(lease.devices),
        try NestedColumn.encode(lease.hiddenOn), lease.renewal?.id.description,
        lease.renewal?.startedAt.milliseconds, lease.renewal?.started.milliseconds,
        lease.interruption?.rawValue, lease.left.milliseconds, lease.wasOpen,
        lease.trouble?.rawValue, lease.activityEndedAt?.milliseconds,
        try lease.moistureAtStart?.storable("moisture of \(lease.id)"),
        try lease.untilMoisture?.storable("moisture of \(lease.id)"),
        try lease.untilLitres?.storable("litres of \(lease.id)"),
        try lease.litres?.storable("litres of \(lease.id)"),
        try lease.counter?.storable("counter of \(lease.id)"), lease.evidence.rawValue, lease.interlock,
      ], in: db)
  }

  private static func renewal(_ row: StoredRow) throws(UnreadableColumn) -> ActivityRenewal? {
    guard let id = try row.optionalID("renewal") else { return nil }
    return ActivityRenewal(
      id: id, startedAt: try row.time("renewal_started_at"),
      started: Uptime(milliseconds: try row.integer("renewal_started_uptime")))
  }

  static func remove(_ id: UniqueID, in db: Database) throws {
    try db.run("DELETE FROM lease WHERE id = ?", [id.description])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [LeaseMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      LeaseMemory(
        id: try row.id("id"), actuator: try row.text("actuator"), plant: try row.text("plant"),
        reason: try row.choice("reason"), by: try row.optionalText("by"),
        openedAt: try row.time("opened_at"),
        opened: Uptime(milliseconds: try row.integer("opened_uptime")),
        boot: BootID(try row.id("boot")), endsAt: try row.time("ends_at"),
        ends: Uptime(milliseconds: try row.integer("ends_uptime")), phase: try row.choice("phase"),
        end: try row.optionalChoice("end"), endedBy: try row.optionalText("ended_by"),
        sequence: try row.count("sequence"), progress: try row.real("progress"),
        lastUpdateAt: try row.time("last_update_at"), devices: try row.nested("devices"),
        hiddenOn: try row.nested("hidden_on"), renewal: try renewal(row),
        interruption: try row.optionalChoice("interruption"),
        left: .milliseconds(try row.integer("time_left")),
        wasOpen: try row.flag("was_open"), trouble: try row.optionalChoice("trouble"),
        activityEndedAt: try row.optionalTime("activity_ended_at"),
        moistureAtStart: try row.optionalReal("moisture_at_start"),
        untilMoisture: try row.optionalReal("until_moisture"),
        untilLitres: try row.optionalReal("until_litres"), litres: try row.optionalReal("litres"),
        counter: try row.optionalReal("counter"),
        evidence: LeaseEvidence(rawValue: UInt8(truncatingIfNeeded: try row.integer("evidence"))),
        interlock: try row.optionalText("interlock"))
    }
  }
}

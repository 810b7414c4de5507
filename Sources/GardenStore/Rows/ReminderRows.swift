import GRDB
import GardenCore

enum ReminderRows {
  static let table = EntityTable(
    "reminder",
    [
      "key", "kind", "subject", "quantity", "state", "note", "revision", "due_since", "sent_at", "wake_at",
      "repeats", "snoozed_by", "devices", "digest", "trouble",
    ],
    order: "key")

  static func put(_ reminder: ReminderMemory, in db: Database) throws {
    try table.put(
      [
        reminder.key, reminder.kind.rawValue, reminder.subject, reminder.quantity?.rawValue,
        reminder.state.rawValue, reminder.note.description, reminder.revision,
        reminder.dueSince.milliseconds, reminder.sentAt?.milliseconds, reminder.wakeAt.milliseconds,
        reminder.repeats, reminder.snoozedBy, try NestedColumn.encode(reminder.devices),
        reminder.digest?.description, reminder.trouble?.rawValue,
      ], in: db)
  }

  static func remove(key: String, in db: Database) throws {
    try db.run("DELETE FROM reminder WHERE key = ?", [key])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [ReminderMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      ReminderMemory(
        key: try row.text("key"), kind: try row.choice("kind"), subject: try row.text("subject"),
        quantity: try row.optionalChoice("quantity"), state: try row.choice("state"),
        note: try row.id("note"), revision: try row.count("revision"),
        dueSince: try row.time("due_since"), sentAt: try row.optionalTime("sent_at"),
        wakeAt: try row.time("wake_at"), repeats: try row.count("repeats"),
        snoozedBy: try row.optionalText("snoozed_by"), devices: try row.nested("devices"),
        digest: try row.optionalID("digest"), trouble: try row.optionalChoice("trouble"))
    }
  }
}

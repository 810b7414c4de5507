import GRDB
import GardenCore

enum ControlRows {
  static let table = EntityTable(
    "control", ["id", "value", "revision", "overrode", "changed_at", "by", "is_reported"], order: "id")

  static func put(_ control: ControlMemory, in db: Database) throws {
    try table.put(
      [
        control.id, try control.value.storable("control \(control.id)"), control.revision,
        try control.overrode?.storable("control \(control.id)"), control.changedAt.milliseconds, control.by,
        control.isReported,
      ], in: db)
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [ControlMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      ControlMemory(
        id: try row.text("id"), value: try row.real("value"), revision: try row.count("revision"),
        overrode: try row.optionalReal("overrode"), changedAt: try row.time("changed_at"),
        by: try row.optionalText("by"), isReported: try row.flag("is_reported"))
    }
  }
}

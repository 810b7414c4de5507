import GRDB
import GardenCore

enum FallbackRows {
  static let table = EntityTable("fallback", ["actuator", "value", "since"], order: "actuator")

  static func put(_ fallback: FallbackMemory, in db: Database) throws {
    try table.put(
      [
        fallback.actuator, try fallback.value.storable("fallback \(fallback.actuator)"),
        fallback.since.milliseconds,
      ], in: db)
  }

  static func remove(_ actuator: String, in db: Database) throws {
    try db.run("DELETE FROM fallback WHERE actuator = ?", [actuator])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [FallbackMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      FallbackMemory(
        actuator: try row.text("actuator"), value: try row.real("value"), since: try row.time("since"))
    }
  }
}

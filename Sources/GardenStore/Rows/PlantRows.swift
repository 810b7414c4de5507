import GRDB
import GardenCore

enum PlantRows {
  static let table = EntityTable(
    "plant",
    [
      "id", "added_at", "last_watering", "revision", "standings", "soak_started_at", "soak_until",
      "soak_moisture_before", "last_run_ended_at",
    ],
    order: "id")

  private struct StoredStanding: Codable {
    var quantity: UInt8
    var standing: UInt8
    var since: Int64
  }

  static func put(_ plant: PlantMemory, in db: Database) throws {
    let standings = plant.standings.map {
      StoredStanding(
        quantity: $0.quantity.rawValue, standing: $0.standing.rawValue, since: $0.since.milliseconds)
    }
    try table.put(
      [
        plant.id, plant.addedAt.milliseconds, plant.lastWatering?.milliseconds, plant.revision,
        try NestedColumn.encode(standings), plant.soak?.startedAt.milliseconds,
        plant.soak?.until.milliseconds, try plant.soak?.moistureBefore.storable("soak of \(plant.id)"),
        plant.lastRunEndedAt?.milliseconds,
      ], in: db)
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [PlantMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      PlantMemory(
        id: try row.text("id"), addedAt: try row.time("added_at"),
        lastWatering: try row.optionalTime("last_watering"), revision: try row.count("revision"),
        standings: try standings(row), soak: try soak(row),
        lastRunEndedAt: try row.optionalTime("last_run_ended_at"))
    }
  }

  private static func standings(_ row: StoredRow) throws(UnreadableColumn) -> [StandingMemory] {
    var standings: [StandingMemory] = []
    for stored in try row.nested("standings", [StoredStanding].self) {
      guard let quantity = Quantity(rawValue: stored.quantity),
        let standing = Standing(rawValue: stored.standing)
      else { throw UnreadableColumn(column: "standings") }
      standings.append(
        StandingMemory(
          quantity: quantity, standing: standing, since: Timestamp(milliseconds: stored.since)))
    }
    return standings
  }

  private static func soak(_ row: StoredRow) throws(UnreadableColumn) -> SoakMemory? {
    guard let startedAt = try row.optionalTime("soak_started_at") else { return nil }
    return SoakMemory(
      startedAt: startedAt, until: try row.time("soak_until"),
      moistureBefore: try row.real("soak_moisture_before"))
  }
}

extension Double {
  /// SQLite stores NaN as NULL; better to say so than to lose it.
  func storable(_ what: @autoclosure () -> String) throws(StoreError) -> Double {
    guard !isNaN else { throw .unstorable("\(what()): not a number") }
    return self
  }
}

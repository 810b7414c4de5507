import Foundation
import GRDB
import GardenCore
import MQTTTypes

enum OutboxRows {
  static let table = EntityTable(
    "outbox",
    [
      "id", "topic", "payload", "qos", "retained", "expiry_seconds", "correlation", "expires_at", "device",
      "rank", "matter", "receipt", "handed_at",
    ],
    order: "id")

  static func put(_ entry: OutboxEntry, in db: Database) throws {
    let publication = entry.publication
    try table.put(
      [
        entry.id, publication.topic, Data(publication.payload), publication.qos.rawValue,
        publication.isRetained, publication.expirySeconds, publication.correlation.map { Data($0) },
        entry.expiresAt?.milliseconds, entry.handling.device, entry.handling.rank.rawValue,
        entry.handling.matter, entry.handling.receipt?.description, entry.handedAt?.milliseconds,
      ], in: db)
  }

  static func remove(_ id: Int64, in db: Database) throws {
    try db.run("DELETE FROM outbox WHERE id = ?", [id])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [OutboxEntry] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      var publication = MQTTPublication(
        topic: try row.text("topic"), payload: try row.bytes("payload") ?? [], qos: try row.choice("qos"),
        isRetained: try row.integer("retained") != 0)
      if let seconds = try row.optionalInteger("expiry_seconds") {
        guard let fits = UInt32(exactly: seconds) else { throw UnreadableColumn(column: "expiry_seconds") }
        publication.expirySeconds = fits
      }
      publication.correlation = try row.bytes("correlation")
      return OutboxEntry(
        id: try row.integer("id"), publication: publication,
        handling: Handling(
          try row.text("device"), try row.choice("rank"), matter: try row.optionalText("matter"),
          receipt: try row.optionalID("receipt")),
        expiresAt: try row.optionalTime("expires_at"), handedAt: try row.optionalTime("handed_at"))
    }
  }
}

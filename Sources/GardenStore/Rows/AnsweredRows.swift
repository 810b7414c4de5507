import GRDB
import GardenCore

enum AnsweredRows {
  static let table = EntityTable(
    "answered",
    ["device", "command", "code", "message", "by", "detail", "at", "closed_note", "plant"],
    order: "at, device, command")

  /// The facts of ``Outcome/Detail`` that its kind has; the others are absent.
  private struct StoredDetail: Codable {
    var kind: String
    var id: String?
    var last: Int64?
    var next: Int64?
    var value: Double?
    var requested: Double?
    var revision: Int?
    var lowest: Double?
    var highest: Double?
    var step: Double?
  }

  static func put(_ answered: AnsweredMemory, in db: Database) throws {
    let outcome = answered.outcome
    let detail: String
    do {
      detail = try NestedColumn.encode(stored(outcome.detail))
    } catch is EncodingError {
      throw StoreError.unstorable("outcome of \(outcome.id): a number that is none")
    }
    try table.put(
      [
        outcome.device, outcome.id.description, outcome.code.rawValue, outcome.message, outcome.by,
        detail, answered.at.milliseconds, answered.closedNote?.description, answered.plant,
      ], in: db)
  }

  static func forget(before: Timestamp, in db: Database) throws {
    try db.run("DELETE FROM answered WHERE at < ?", [before.milliseconds])
  }

  /// Leaves each device its newest `limit` commands.
  static func trim(to limit: Int, in db: Database) throws {
    try db.run(
      """
      DELETE FROM answered WHERE (device, command) IN (
        SELECT device, command FROM (
          SELECT device, command, row_number() OVER (PARTITION BY device ORDER BY at DESC, command DESC) AS place
          FROM answered)
        WHERE place > ?)
      """, [limit])
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [AnsweredMemory] {
    try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      AnsweredMemory(
        outcome: Outcome(
          id: try row.id("command"), device: try row.text("device"), code: try row.choice("code"),
          message: try row.optionalText("message"), by: try row.optionalText("by"),
          detail: try detail(try row.nested("detail"))),
        at: try row.time("at"), closedNote: try row.optionalID("closed_note"),
        plant: try row.optionalText("plant"))
    }
  }

  private static func stored(_ detail: Outcome.Detail) -> StoredDetail {
    switch detail {
    case .none:
      StoredDetail(kind: "none")
    case .plant(let id, let last, let next):
      StoredDetail(kind: "plant", id: id, last: last.milliseconds, next: next.milliseconds)
    case .control(let id, let value, let requested, let revision, let range, let step):
      StoredDetail(
        kind: "control", id: id, value: value, requested: requested, revision: revision,
        lowest: range.lowerBound, highest: range.upperBound, step: step)
    case .activity(let id):
      StoredDetail(kind: "activity", id: id.description)
    }
  }

  private static func detail(_ stored: StoredDetail) throws(UnreadableColumn) -> Outcome.Detail {
    switch (stored.kind, stored.id) {
    case ("none", _):
      return .none
    case ("plant", let id?):
      guard let last = stored.last, let next = stored.next else { break }
      return .plant(id, last: Timestamp(milliseconds: last), next: Timestamp(milliseconds: next))
    case ("control", let id?):
      guard let revision = stored.revision, let lowest = stored.lowest, let highest = stored.highest,
        lowest <= highest, let step = stored.step
      else { break }
      return .control(
        id, value: stored.value, requested: stored.requested, revision: revision, range: lowest...highest,
        step: step)
    case ("activity", let id?):
      guard let id = UniqueID(id) else { break }
      return .activity(id)
    default:
      break
    }
    throw UnreadableColumn(column: "detail")
  }
}

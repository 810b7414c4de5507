import SQLite
import GardenCore

extension Tables {
  static let answered = EntityTable(
    "answered",
    blank: AnsweredMemory(
      outcome: Outcome(id: UniqueID(high: 0, low: 0), device: "", code: .accepted),
      at: Timestamp(milliseconds: 0)),
    order: "at, device, command",
    [
      .init("device", \.outcome.device), .init("command", \.outcome.id), .init("code", \.outcome.code),
      .init("why", \.outcome.why), .init("by", \.outcome.by), .init("detail", \.outcome.detail),
      .init("at", \.at), .init("closed_note", \.closedNote), .init("plant", \.plant),
    ])

  static func forgetAnswered(before: Timestamp, in db: Database) throws {
    try db.run("DELETE FROM answered WHERE at < ?", [before.milliseconds])
  }

  /// Leaves each device its newest `limit` commands.
  static func trimAnswered(to limit: Int, in db: Database) throws {
    try db.run(
      """
      DELETE FROM answered WHERE (device, command) IN (
        SELECT device, command FROM (
          SELECT device, command, row_number() OVER (PARTITION BY device ORDER BY at DESC, command DESC) AS place
          FROM answered)
        WHERE place > ?)
      """, [limit])
  }
}

extension Reason: Storable {
  func stored() throws -> DatabaseValue { try Nested(value: self).stored() }
  static func restored(from stored: DatabaseValue) -> Self? { Nested<Self>.restored(from: stored)?.value }
}

extension Outcome.Detail: Storable {
  /// The facts that its kind has; the others are absent.
  private struct Stored: Codable {
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
    var count: Int?
  }

  func stored() throws -> DatabaseValue {
    let value =
      switch self {
      case .none: Stored(kind: "none")
      case .plant(let id, let last, let next):
        Stored(kind: "plant", id: id, last: last.milliseconds, next: next.when.milliseconds)
      case .control(let id, let value, let requested, let revision, let range, let step):
        Stored(
          kind: "control", id: id, value: value, requested: requested, revision: revision,
          lowest: range.lowerBound, highest: range.upperBound, step: step)
      case .activity(let id): Stored(kind: "activity", id: id.description)
      case .reachability(let reachability): Stored(kind: "reachability", count: Int(reachability.rawValue))
      case .glances(let left): Stored(kind: "glances", count: left)
      case .stored(let bytes): Stored(kind: "stored", count: bytes)
      }
    return try Nested(value: value).stored()
  }

  static func restored(from stored: DatabaseValue) -> Self? {
    guard let stored = Nested<Stored>.restored(from: stored)?.value else { return nil }
    switch (stored.kind, stored.id) {
    case ("none", _): return Self.none
    case ("plant", let id?):
      guard let last = stored.last, let next = stored.next else { return nil }
      // How it was known is told anew with each answer.
      return .plant(
        id, last: Timestamp(milliseconds: last), next: Next(Timestamp(milliseconds: next), .unknown))
    case ("control", let id?):
      guard let revision = stored.revision, let lowest = stored.lowest, let highest = stored.highest,
        lowest <= highest, let step = stored.step
      else { return nil }
      return .control(
        id, value: stored.value, requested: stored.requested, revision: revision, range: lowest...highest,
        step: step)
    case ("activity", let id?): return UniqueID(id).map { .activity($0) }
    case ("reachability", _):
      let level = stored.count.flatMap { UInt8(exactly: $0) }
      return level.flatMap { Reachability(rawValue: $0) }.map { .reachability($0) }
    case ("glances", _): return stored.count.map { .glances(left: $0) }
    case ("stored", _): return stored.count.map { .stored(bytes: $0) }
    default: return nil
    }
  }
}

import SQLite
import StoreTypes

enum TraceRows {
  static func all(in db: Database) throws -> BrokerTraces {
    BrokerTraces(
      filters: Set(try String.fetchAll(db, sql: "SELECT filter FROM subscription")),
      topics: Set(try String.fetchAll(db, sql: "SELECT topic FROM retained")))
  }

  /// In the place of all that stood there.
  static func put(_ traces: BrokerTraces, in db: Database) throws {
    try db.run("DELETE FROM subscription", [])
    try db.run("DELETE FROM retained", [])
    for filter in traces.filters.sorted() { try db.run("INSERT INTO subscription VALUES (?)", [filter]) }
    for topic in traces.topics.sorted() { try db.run("INSERT INTO retained VALUES (?)", [topic]) }
  }
}

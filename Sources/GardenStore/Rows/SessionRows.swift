import SQLite
import GardenCore

enum SessionRows {
  /// The bridge's own client id; the first that was put stays.
  static func clientID(otherwise fresh: String, in db: Database) throws -> String {
    try db.run("INSERT INTO client_id (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM client_id)", [fresh])
    return try String.fetchOne(db, sql: "SELECT id FROM client_id") ?? fresh
  }

  static func all(in db: Database) throws -> [UniqueID] {
    try String.fetchAll(db, sql: "SELECT session FROM bridge_session ORDER BY number").compactMap {
      UniqueID($0)
    }
  }

  static func put(_ session: UniqueID, keeping count: Int, in db: Database) throws {
    try db.run("INSERT INTO bridge_session (session) VALUES (?)", [session.description])
    try db.run(
      """
      DELETE FROM bridge_session WHERE number NOT IN
        (SELECT number FROM bridge_session ORDER BY number DESC LIMIT ?)
      """, [count])
  }
}

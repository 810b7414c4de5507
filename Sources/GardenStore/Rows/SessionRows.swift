import GRDB
import GardenCore

enum SessionRows {
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

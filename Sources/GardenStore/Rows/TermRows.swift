import SQLite
import GardenCore
import HostSystem

enum TermRows {
  /// The term of a store that lies in that file now; a copy is marked as one that was put back.
  ///
  /// - Parameter file: `nil`: in memory, which begins none.
  static func begin(on machine: HostMachine, file: FileIdentity?, in db: Database) throws -> StoreTerm {
    let row = try Row.fetchOne(db, sql: "SELECT term, machine, file FROM term")
    let number = try row?["term"] ?? 1
    guard let file else { return StoreTerm(number: number) }
    guard let row else {
      try put(number, machine, file, in: db)
      return StoreTerm(number: number)
    }
    let isFileOther = try row["file"] != file.name
    let isMachineOther = try row["machine"] != machine.identifier
    guard isFileOther || isMachineOther else { return StoreTerm(number: number) }
    let isCopy = isFileOther || machine.isLasting
    let lastEntry = try lastEntry(in: db)
    try put(number + 1, machine, file, in: db)
    if isCopy { try RestoredRows.put(RestoredMemory(), in: db) }
    return StoreTerm(number: number + 1, isCopy: isCopy, lastEntry: lastEntry)
  }

  private static func put(_ number: Int, _ machine: HostMachine, _ file: FileIdentity, in db: Database) throws
  {
    try db.run(
      "INSERT OR REPLACE INTO term VALUES (1, ?, ?, ?)", [number, machine.identifier, file.name])
  }

  private static func lastEntry(in db: Database) throws -> Timestamp? {
    try Int64.fetchOne(
      db,
      sql:
        "SELECT max(at) FROM (SELECT max(at) AS at FROM answered UNION ALL SELECT max(at) FROM lease_event)"
    ).map(Timestamp.init(milliseconds:))
  }
}

import SQLite
import Testing

/// What goes into a column comes out of it.
@Suite struct ValueTests {
  private static let values: [DatabaseValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-0.0), .real(.infinity),
    .text(""), .text("a"), .text("Basilikum 罗勒 👩‍🌾"), .text("zero \u{0} inside"),
    .text(String(repeating: "x", count: 100_000)), .blob([]), .blob([0, 255, 0]),
    .blob([UInt8](repeating: 7, count: 1_000_000)),
  ]

  @Test(arguments: values) func `a value comes back as it was`(value: DatabaseValue) throws {
    let queue = try DatabaseQueue()
    let row = try queue.read { try Row.fetchOne($0, sql: "SELECT ?1, typeof(?1)", arguments: [value]) }
    #expect(row?.values.first == value)
    let kind =
      switch value {
      case .null: "null"
      case .integer: "integer"
      case .real: "real"
      case .text: "text"
      case .blob: "blob"
      }
    #expect(row?.values.last == .text(kind))
  }

  @Test func `a number that does not fit is no number of that type`() {
    #expect(UInt8.fromDatabaseValue(.integer(255)) == 255 && UInt8.fromDatabaseValue(.integer(256)) == nil)
    #expect(UInt32.fromDatabaseValue(.integer(-1)) == nil && Int.fromDatabaseValue(.real(2.5)) == nil)
    #expect(Int64.fromDatabaseValue(.real(3)) == 3 && Int64.fromDatabaseValue(.real(1e300)) == nil)
    #expect(Double.fromDatabaseValue(.integer(7)) == 7 && Double.fromDatabaseValue(.text("7")) == nil)
    #expect(Bool.fromDatabaseValue(.integer(2)) == true && Bool.fromDatabaseValue(.null) == nil)
    #expect(String.fromDatabaseValue(.blob([65])) == nil && [UInt8].fromDatabaseValue(.text("A")) == nil)
  }

  @Test func `a column is found by its name and by its place, and NULL is nothing`() throws {
    let queue = try DatabaseQueue()
    let row = try #require(
      try queue.read { try Row.fetchOne($0, sql: "SELECT 1 AS a, 'x' AS b, NULL AS c, 2 AS a") })
    let (a, b, place): (Int, String, Int64) = (try row["a"], try row["b"], try row[3])
    #expect(a == 1 && b == "x" && place == 2)
    let none: String? = try row["c"]
    #expect(none == nil)
    #expect(try row[2] as Double? == nil)
  }

  @Test func `what a column does not hold is an error that names the column, never a crash`() throws {
    let queue = try DatabaseQueue()
    let row = try #require(try queue.read { try Row.fetchOne($0, sql: "SELECT 'x' AS a, NULL AS b") })
    for read: () throws -> Int in [
      { try row["a"] }, { try row["b"] }, { try row["gone"] }, { try row[0] }, { try row[1] }, { try row[9] },
      { try row[-1] },
    ] {
      #expect(throws: DatabaseError.self) { try read() }
    }
    let error = #expect(throws: DatabaseError.self) { try row["a"] as Int }
    #expect(error?.message == "column a does not hold what it must" && error?.resultCode == .mismatch)
  }
}

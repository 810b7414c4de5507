import HostSystem
import Testing

@Suite struct ZoneTests {
  @Test func `Berlin has its two changes a year`() throws {
    let table = try ZoneTable.offsets(of: "Europe/Berlin", fromYear: 2026, throughYear: 2026)
    #expect(
      table.changes == [
        .init(startSeconds: 1_767_225_600, offsetSeconds: 3600),
        .init(startSeconds: 1_774_746_000, offsetSeconds: 7200),
        .init(startSeconds: 1_792_890_000, offsetSeconds: 3600),
      ])
  }

  @Test(arguments: ["UTC", "Asia/Shanghai", "Asia/Kolkata", "Etc/GMT+5"])
  func `a zone without summer time has one offset`(zone: String) throws {
    #expect(try ZoneTable.offsets(of: zone, fromYear: 2026, throughYear: 2040).changes.count == 1)
  }

  @Test(arguments: [
    "", "Europe/Nowhere", "../../../etc/passwd", "/etc/passwd", "tzdata.zi", "zone.tab", "Europe",
  ])
  func `what is no zone is refused`(zone: String) {
    #expect(!ZoneTable.exists(zone))
    #expect(throws: ZoneError.unknown(zone)) {
      try ZoneTable.offsets(of: zone, fromYear: 2026, throughYear: 2027)
    }
  }

  @Test func `a machine without a database is told so`() {
    #expect(throws: ZoneError.noDatabase("/nowhere")) {
      try ZoneTable.offsets(of: "UTC", fromYear: 2026, throughYear: 2027, database: "/nowhere")
    }
  }
}

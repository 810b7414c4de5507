import Foundation
import HostSystem
import TestKit
import Testing

/// Our reader against Python's: every zone of the machine's database.
@Suite(.timeLimit(.minutes(15))) struct ZoneDatabaseTests {
  private static let script = """
    import zoneinfo
    from datetime import datetime, timezone, timedelta
    utc = timezone.utc
    def offset(zone, second):
        return int(datetime.fromtimestamp(second, utc).astimezone(zone).utcoffset().total_seconds())
    begin = int(datetime(2024, 1, 1, tzinfo=utc).timestamp())
    end = int(datetime(2041, 1, 1, tzinfo=utc).timestamp())
    for name in sorted(zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        found = [(begin, offset(zone, begin))]
        at = begin
        while at < end:
            # Three days: Gaza has summers of a week, between Ramadan and autumn.
            later = min(at + 3 * 86400, end)
            if offset(zone, later) != found[-1][1]:
                low, high = at, later
                while high - low > 1:
                    middle = (low + high) // 2
                    if offset(zone, middle) == found[-1][1]: low = middle
                    else: high = middle
                if high < end: found.append((high, offset(zone, high)))
            at = later
        print(name, *(f"{a}:{b}" for a, b in found))
    """

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `every zone has the offsets that Python finds`() throws {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = ["-c", Self.script]
    // Its own package of zones would be another edition than the machine's.
    python.environment = ["PYTHONTZPATH": ZoneTable.databasePath]
    let pipe = Pipe()
    python.standardOutput = pipe
    try python.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    python.waitUntilExit()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count > 400)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let table = try ZoneTable.offsets(of: words[0], fromYear: 2024, throughYear: 2040)
      let ours = table.changes.map { "\($0.startSeconds):\($0.offsetSeconds)" }
      #expect(ours == Array(words.dropFirst()), "\(words[0])")
    }
  }

  @Test func `damaged files are refused and never trap`() throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: ZoneTable.databasePath + "/Europe/Berlin"))
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes = bytes.prefix(Int.random(in: 4...bytes.count, using: &random))
      try folder.write(bytes, to: "Broken")
      _ = try? ZoneTable.offsets(of: "Broken", fromYear: 2024, throughYear: 2030, database: folder.path)
    }
    try folder.write("TZif2", to: "Short")
    #expect(throws: ZoneError.damaged("Short")) {
      try ZoneTable.offsets(of: "Short", fromYear: 2024, throughYear: 2030, database: folder.path)
    }
    #expect(!ZoneTable.exists("Short", database: folder.path))
  }
}

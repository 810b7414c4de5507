import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing
@testable import FuzzHarness

@Suite struct WrittenTimeTests {
  private func read(_ text: String) -> WrittenTime? { WrittenTime(text.utf8Span.span) }

  @Test(arguments: [
    ("2024-03-13T13:06:51.665Z", "2024-03-13T13:06:51.665Z"),
    ("2023-07-14T10:40:24+03:00", "2023-07-14T07:40:24Z"),
    ("2023-07-14 10:40:24+0300", "2023-07-14T07:40:24Z"), ("2023-07-14T10:40:24-03", "2023-07-14T13:40:24Z"),
    ("2024-05-01T10:00:00.123456789+00:00", "2024-05-01T10:00:00.123Z"),
    ("2024-02-29T23:59:60Z", "2024-02-29T23:59:59Z"),
    ("2024-01-01T00:30+05:45", "2023-12-31T18:45:00Z"), ("1692307385153", "2023-08-17T21:23:05.153Z"),
    ("1692307385", "2023-08-17T21:23:05Z"), ("1692307385.5", "2023-08-17T21:23:05.500Z"),
    ("1692307385153000", "2023-08-17T21:23:05.153Z"), ("1692307385153000000", "2023-08-17T21:23:05.153Z"),
  ])
  func `times with a zone and counts since 1970 are moments`(_ text: String, _ expected: String) {
    #expect(read(text) == .instant(timestamp(expected)))
  }

  @Test func `a time without a zone is a day and a time of day`() {
    #expect(read("2021-01-02T09:09:44") == .local(dayNumber: 18_629, millisecondOfDay: 32_984_000))
    #expect(read("2021-01-02 09:09") == .local(dayNumber: 18_629, millisecondOfDay: 32_940_000))
    #expect(read("1970-01-01 00:00:00.25") == .local(dayNumber: 0, millisecondOfDay: 250))
  }

  @Test(arguments: [
    "", "2 minutes ago", "@0.146508s", "12:26:06", "--:--:--", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
    "2023-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:61Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00X", "2024-01-01T00:00:00Zx",
    "2024-01-01T00:00:00+15:00", "2024-01-01T00:00:00+1", "2024-1-1T0:0:0Z", "-1692307385", "1e300", "nan",
    "1692307385 V",
    "2024-01-01T00:00:00.0000000000000000000000000000000Z", "２０24-01-01T00:00:00Z",
  ])
  func `all else is no time`(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test func `every day of four centuries has its number`() {
    for day in stride(from: -50_000, to: 100_000, by: 1) {
      let (year, month, date) = SiteCalendar.civil(fromDay: day)
      func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
      guard year >= 1000 else { continue }
      if read("\(year)-\(two(month))-\(two(date))T00:00") != .local(dayNumber: day, millisecondOfDay: 0) {
        Issue.record("\(year)-\(month)-\(date)")
      }
    }
  }
}

/// Times without a zone, through a decoder.
@Suite struct LocalTimeTests {
  /// Berlin, autumn 2024: UTC+2 until 2024-10-27T01:00Z, then UTC+1.
  private let berlin = SiteCalendar(rules: [
    .init(start: timestamp("2024-03-31T01:00:00Z"), offsetSeconds: 7200),
    .init(start: timestamp("2024-10-27T01:00:00Z"), offsetSeconds: 3600),
  ])

  private func measured(_ time: String, arrival: String, retained: Bool = false) throws -> Timestamp? {
    var device = try Families.makeSensor(SensorBinding(sensor: SensorIndex(0), family: .tasmota, topic: "x"))
    let reader = PayloadReader()
    reader.load(#"{"Time":"\#(time)","DS18B20":{"Temperature":4}}"#.utf8Span.span)
    var items: [DecodedItem] = []
    let context = DecodeContext(arrival: timestamp(arrival), wasRetained: retained, calendar: berlin)
    device.decode(reader, source: 0, context: context, into: &items)
    guard case .value(.temperature, 4, raw: nil, let time, mayBeCached: false) = items.first else {
      Issue.record("\(items)")
      return nil
    }
    return time
  }

  @Test func `the hour that comes twice is the one in which the message arrived`() throws {
    #expect(
      try measured("2024-10-27T02:30:00", arrival: "2024-10-27T00:30:02Z")
        == timestamp("2024-10-27T00:30:00Z"))
    #expect(
      try measured("2024-10-27T02:30:00", arrival: "2024-10-27T01:30:02Z")
        == timestamp("2024-10-27T01:30:00Z"))
  }

  @Test func `a retained message of before the change keeps its own offset`() throws {
    #expect(
      try measured("2024-10-26T12:00:00", arrival: "2024-10-28T00:00:00Z", retained: true)
        == timestamp("2024-10-26T10:00:00Z"))
  }

  @Test func `a time ahead of its arrival is not used`() throws {
    #expect(try measured("2024-06-01T15:00:00", arrival: "2024-06-01T12:00:00Z") == nil)
    #expect(
      try measured("2024-06-01T14:09:00", arrival: "2024-06-01T12:00:00Z")
        == timestamp("2024-06-01T12:09:00Z"))
  }
}

import GardenCore
import GardenStore
import StoreTypes
import TestKit
import Testing

@Suite("The past in its order")
struct HistoryPastTests {
  private static let day: Int64 = 86_400_000
  private static let now = Timestamp(milliseconds: 20_500 * day)

  private static func at(_ days: Double) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + Int64(days * Double(day)))
  }

  private static func row(_ value: Double, _ days: Double, late: Duration = .zero) -> HistoryRow {
    HistoryRow(sensor: "probe", quantity: .moisture, value: value, at: at(days), measuredAt: at(days) - late)
  }

  @Test func `days, hours and readings follow each other, with waterings among them`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.append([
      Self.row(60, -90), Self.row(62, -90 + 0.01), Self.row(50, -30), Self.row(40, -1, late: .minutes(5)),
      Self.row(39, -0.5),
    ])
    let watering = WateringRecord(
      id: UniqueID(high: 1, low: 2), plant: "basil", from: Self.at(-0.75), until: Self.at(-0.75), kind: .hand,
      by: "phone")
    try store.put([watering])
    while try store.compact(
      now: Self.now, keepRawFor: .days(14), keepHourlyFor: .days(60), bytesMax: 1 << 30
    ).hasMore {}
    let history = try HistoryReader(folder: folder.path)
    var found: [(Timestamp, PastItem)] = []
    try history.past(from: Self.at(-100), to: Self.now, plants: ["basil", "other"]) { found.append(($0, $1)) }
    #expect(
      found.map(\.1) == [
        .mean(series: 0, 61, isOfADay: true), .mean(series: 0, 50, isOfADay: false),
        .value(series: 0, 40, raw: nil, measuredAt: Self.at(-1) - .minutes(5)), .watering(watering),
        .value(series: 0, 39, raw: nil, measuredAt: Self.at(-0.5)),
      ])
    #expect(
      found.map(\.0) == [
        Self.at(-89), Self.at(-30) + .hours(1), Self.at(-1), Self.at(-0.75) + .milliseconds(999),
        Self.at(-0.5),
      ])
    let extent = try #require(try history.extent())
    #expect(extent.first == Self.at(-90) && extent.last == Self.at(-0.5))
    #expect(try history.series().map(\.sensor) == ["probe"])
    #expect(try history.beginnings().map(\.at) == [Self.at(-90)])
  }

  @Test func `hours of another program stand beside our own readings`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.append([Self.row(40, -1)])
    let start = Timestamp(milliseconds: Self.at(-50).milliseconds)
    let hour = ImportedHour(
      sensor: "other", quantity: .moisture,
      span: HistorySpan(start: start, count: 2, lowest: 30, highest: 34, mean: 32))
    try store.put([hour])
    try store.put([hour])
    let history = try HistoryReader(folder: folder.path)
    let hours = try history.hours(of: "other", .moisture, from: Self.at(-60), to: Self.now)
    #expect(hours == [HistorySpan(start: start, count: 4, lowest: 30, highest: 34, mean: 32)])
    try store.append([
      HistoryRow(sensor: "other", quantity: .moisture, value: 20, at: Self.now, measuredAt: Self.now)
    ])
    #expect(try history.series().map(\.sensor) == ["probe", "other"])
  }
}

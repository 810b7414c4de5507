import GardenStore
import StoreTypes
import TestKit
import Testing

@testable import GardenCore

/// What the history teaches is what was lived.
@Suite struct DryingHistoryTests {
  private static let start = Timestamp(seconds: 1_780_000_000 / 86_400 * 86_400)

  /// Two probes of one plant and one of another, every half hour; the pots are watered every 100 hours.
  private static func rows(days: Int) -> [HistoryRow] {
    (0..<days * 48).flatMap { half -> [HistoryRow] in
      let at = start + .minutes(half * 30 + 10)
      let moisture = 60 - Double(half % 200) / 5
      return [("left", moisture + 4), ("right", moisture - 4), ("other", moisture / 2)].map { sensor, value in
        HistoryRow(sensor: sensor, quantity: .moisture, value: value, at: at, measuredAt: at - .minutes(2))
      }
    }
  }

  private static let lessons = [
    DryingLesson(
      plant: "basil", limit: 30,
      shares: [HistoryShare(sensor: "left", weight: 1), HistoryShare(sensor: "right", weight: 1)]),
    DryingLesson(plant: "chili", limit: 15, shares: [HistoryShare(sensor: "other", weight: 1)]),
    DryingLesson(plant: "fern", limit: 15, shares: [HistoryShare(sensor: "never", weight: 1)]),
  ]

  private static func lived(days: Int) -> DryingRecord {
    var record = DryingRecord()
    for hour in 0..<days * 24 {
      let mean = (0..<2).map { 60 - Double((hour * 2 + $0) % 200) / 5 }.reduce(0, +) / 2
      record.take(mean, limit: 30, at: start + .hours(hour))
    }
    return record
  }

  @Test(arguments: [14, 1]) func `readings and hours teach what was lived`(rawDays: Int) throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    let end = Self.start + .days(30)
    try store.append(Self.rows(days: 30))
    while try store.compact(
      now: end, keepRawFor: .days(rawDays), keepHourlyFor: .days(60), bytesMax: 1 << 30
    ).hasMore {}
    let history = try HistoryReader(folder: folder.path)
    let taught = try history.drying(of: Self.lessons, from: Self.start, to: end)
    #expect(taught.keys.sorted() == ["basil", "chili"])
    let basil = try #require(taught["basil"])
    let lived = Self.lived(days: 30)
    #expect(basil.knownUntil == lived.knownUntil && basil.forecast == lived.forecast)
    guard case .dry = basil.forecast else {
      Issue.record("\(basil.forecast)")
      return
    }
  }

  @Test func `an empty history teaches nothing, and a closing bridge does not wait for it`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    let end = Self.start + .days(3)
    let history = try HistoryReader(folder: folder.path)
    #expect(try history.drying(of: Self.lessons, from: Self.start, to: end).isEmpty)
    try store.append(Self.rows(days: 3))
    #expect(throws: StoreError.self) {
      try history.drying(of: Self.lessons, from: Self.start, to: end) { false }
    }
  }
}

import Foundation
import GardenCore
import GardenStore
import StoreTypes
import TestKit
import Testing

@Suite struct HistoryTests {
  private let far = Samples.time + .days(400)

  private func readings(_ store: GardenStore, _ sensor: String = "probe") throws -> [HistoryRow] {
    try store.historyReader().readings(
      of: sensor, .moisture, from: Timestamp(milliseconds: 0), to: far, limit: 100_000)
  }

  @Test func `appended readings come back whole and in order`() throws {
    let folder = try TemporaryFolder()
    var late = Samples.row(2, 40)
    late.measuredAt = late.at - .seconds(90)
    late.raw = 611.5
    var unknownAge = Samples.row(2, 41)
    unknownAge.measuredAt = nil
    let rows = [Samples.row(1, 30.25), late, unknownAge, Samples.row(3, 42)]
    do {
      let store = try GardenStore(folder: folder.path)
      try store.append(Array(rows.prefix(2)))
      try store.append(Array(rows.suffix(2)) + [Samples.row(3, 7, .temperature)])
    }
    #expect(try readings(GardenStore(folder: folder.path)) == rows)
  }

  @Test func `a reading without its own time was measured when it came, unless it was retained`() {
    var reading = Reading(sensor: SensorIndex(0), quantity: .light, value: 5)
    #expect(HistoryRow(reading, sensor: "s", at: Samples.time).measuredAt == Samples.time)
    reading.wasRetained = true
    #expect(HistoryRow(reading, sensor: "s", at: Samples.time).measuredAt == nil)
    reading.measuredAt = Samples.time - .hours(1)
    #expect(HistoryRow(reading, sensor: "s", at: Samples.time).measuredAt == Samples.time - .hours(1))
  }

  @Test func `last values are right after every batch, whatever the size and the clock`() throws {
    var random = SplitMix64(seed: 5)
    let folder = try TemporaryFolder()
    var expected: [String: SensorMemory.Last] = [:]
    var clock = 0
    for round in 0..<30 {
      let store = try GardenStore(folder: folder.path)
      let size = [1, 7, 400, 2_500][Int.random(in: 0..<4, using: &random)]
      // The wall clock goes back an hour now and then; measurement times of one sensor do not.
      if round % 7 == 3 { clock -= 3_600 }
      let rows = (0..<size).map { place in
        var row = Samples.row(clock, Double.random(in: 0...100, using: &random), sensor: "s\(place % 9)")
        row.measuredAt = Samples.time + .seconds(round * 10_000 + place)
        return row
      }
      clock += 60
      try store.append(rows)
      for row in rows {
        expected[row.sensor] = SensorMemory.Last(
          quantity: .moisture, value: row.value, raw: nil, measuredAt: row.measuredAt)
      }
      let again = try store.loadMemory().sensors.all
      #expect(
        again == expected.keys.sorted().map { SensorMemory(id: $0, last: expected[$0].map { [$0] } ?? []) })
      if round % 5 == 0 { try store.checkpoint() }
    }
  }

  @Test func `a value of unknown age does not displace one whose age is known`() throws {
    let store = try GardenStore.inMemory()
    var retained = Samples.row(9, 99)
    retained.measuredAt = nil
    try store.append([Samples.row(1, 30), retained])
    try store.commit(StoreBatch(changes: [.sensor(SensorMemory(id: "probe", last: []))]))
    #expect(try store.loadMemory().sensors.first?.last.first?.measuredAt == nil)
    let known = SensorMemory.Last(quantity: .moisture, value: 30, raw: nil, measuredAt: Samples.time)
    try store.commit(StoreBatch(changes: [.sensor(SensorMemory(id: "probe", last: [known]))]))
    #expect(try store.loadMemory().sensors.all == [SensorMemory(id: "probe", last: [known])])
  }

  @Test func `thousands of readings of one millisecond and a clock gone back lose nothing`() throws {
    let store = try GardenStore.inMemory()
    try store.append((0..<3_000).map { Samples.row(1, Double($0)) })
    try store.append((0..<3_000).map { Samples.row(1, Double($0)) })
    try store.append([Samples.row(-500, 1), Samples.row(1, 2)])
    #expect(try readings(store).count == 6_002)
  }

  @Test func `a value that is no number is left out and counted`() throws {
    let store = try GardenStore.inMemory()
    try store.append([Samples.row(1, .nan), Samples.row(2, 5), Samples.row(3, .infinity)])
    #expect(try readings(store).map(\.value) == [5])
    #expect(store.rowsLeftOut == 2)
  }

  @Test func `times before 1970 and far ahead are kept in range`() throws {
    let store = try GardenStore.inMemory()
    var early = Samples.row(0, 1)
    early.at = Timestamp(milliseconds: .min)
    early.measuredAt = nil
    var late = Samples.row(0, 2)
    late.at = Timestamp(milliseconds: .max)
    late.measuredAt = Timestamp(milliseconds: .min)
    try store.append([early, late])
    #expect(try store.loadMemory().sensors.count == 1)
    for _ in 0..<9 {
      _ = try store.compact(
        now: Timestamp(milliseconds: 1 << 53), keepRawFor: .zero, keepHourlyFor: .zero, bytesMax: .max)
    }
    #expect(try readings(store).isEmpty)
  }

  @Test func `hours and days keep count, lowest, highest and mean of what they replace`() throws {
    let store = try GardenStore.inMemory()
    let midnight = Timestamp(seconds: 1_790_000_000 / 86_400 * 86_400)
    var values: [Double] = []
    for hour in 0..<48 {
      let rows = (0..<6).map { place in
        let at = midnight + .seconds(hour * 3600 + place * 600)
        return HistoryRow(
          sensor: "probe", quantity: .moisture, value: Double(hour * 6 + place), at: at, measuredAt: at)
      }
      values += rows.map(\.value)
      try store.append(rows)
    }
    let now = midnight + .hours(48)
    var steps = 0
    while try store.compact(now: now, keepRawFor: .hours(2), keepHourlyFor: .hours(24), bytesMax: .max)
      .hasMore
    {
      steps += 1
      try #require(steps < 100)
    }
    #expect(steps >= 46)
    let reader = try store.historyReader()
    #expect(try readings(store).map(\.value) == Array(values.suffix(12)))
    let hours = try reader.hours(of: "probe", .moisture, from: midnight, to: now)
    #expect(hours.map(\.start) == (24..<46).map { midnight + .hours($0) })
    #expect(
      hours.first
        == HistorySpan(start: midnight + .hours(24), count: 6, lowest: 144, highest: 149, mean: 146.5))
    let days = try reader.days(of: "probe", .moisture, from: midnight, to: now)
    #expect(days == [HistorySpan(start: midnight, count: 144, lowest: 0, highest: 143, mean: 71.5)])
    #expect(try store.loadMemory().sensors.first?.last.first?.value == values.last)
  }

  @Test func `a reading that came late joins the hour in which it was measured`() throws {
    let store = try GardenStore.inMemory()
    let start = Timestamp(seconds: 1_790_000_000 / 86_400 * 86_400)
    func add(_ value: Double, at: Timestamp, measured: Timestamp) throws {
      try store.append([
        HistoryRow(sensor: "probe", quantity: .moisture, value: value, at: at, measuredAt: measured)
      ])
    }
    func compact(_ now: Timestamp) throws {
      while try store.compact(now: now, keepRawFor: .hours(1), keepHourlyFor: .days(9), bytesMax: .max)
        .hasMore
      {}
    }
    try add(10, at: start, measured: start)
    try compact(start + .hours(3))
    try add(30, at: start + .hours(5), measured: start + .seconds(10))
    try compact(start + .hours(9))
    let hours = try store.historyReader().hours(of: "probe", .moisture, from: start, to: start + .days(1))
    #expect(hours == [HistorySpan(start: start, count: 2, lowest: 10, highest: 30, mean: 20)])
  }

  @Test func `the history stays within its bytes, the oldest goes first, last values stay`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    for batch in 0..<20 { try store.append((0..<500).map { Samples.row(batch * 1800 + $0, Double($0)) }) }
    let now = Samples.time + .hours(10)
    var dropped = 0
    while true {
      let step = try store.compact(now: now, keepRawFor: .days(9), keepHourlyFor: .days(9), bytesMax: 150_000)
      dropped += step.dropped
      if !step.hasMore { break }
    }
    try store.checkpoint()
    let length = try FileManager.default.attributesOfItem(atPath: folder.file(GardenStore.historyFile))[.size]
    #expect(try #require(length as? NSNumber).intValue <= 150_000, "the file gives its room back")
    let kept = try readings(store)
    #expect(kept.count + dropped == 10_000)
    #expect(kept.count > 1_000)
    #expect(kept.last?.at == Samples.time + .seconds(19 * 1800 + 499))
    #expect(try store.loadMemory().sensors.first?.last.first?.value == 499)
    // A history that cannot become small enough ends all the same.
    for _ in 0..<2_000 {
      if try !store.compact(now: now, keepRawFor: .days(9), keepHourlyFor: .days(9), bytesMax: 0).hasMore {
        break
      }
    }
    #expect(try readings(store).isEmpty)
    #expect(try store.loadMemory().sensors.first?.last.first?.value == 499)
  }

  @Test func `a reader in its own right sees what is appended while it reads`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.append([Samples.row(1, 1)])
    let reader = try HistoryReader(folder: folder.path)
    for place in 2..<50 {
      try store.append([Samples.row(place, Double(place))])
      let seen = try reader.readings(of: "probe", .moisture, from: Samples.time, to: far, limit: 1_000)
      #expect(seen.count == place)
    }
  }

  @Test func `a reader of a folder without history says so and makes no file`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StoreError.self) { try HistoryReader(folder: folder.path) }
    #expect(folder.names.isEmpty)
  }
}

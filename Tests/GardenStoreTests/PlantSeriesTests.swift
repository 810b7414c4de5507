import SQLite
import StoreTypes
import TestKit
import Testing

@testable import GardenCore
@testable import GardenStore

@Suite("A plant's past out of the history") struct PlantSeriesTests {
  /// On a whole day, so that steps begin where the tests begin.
  private let start = Timestamp(seconds: 1_790_035_200)
  private let shares = [HistoryShare(sensor: "a", weight: 3), HistoryShare(sensor: "b", weight: 1)]

  private func row(_ sensor: String, _ minutes: Double, _ value: Double, lag: Duration = .zero) -> HistoryRow
  {
    let at = start + .milliseconds(Int64(minutes * 60_000))
    return HistoryRow(sensor: sensor, quantity: .moisture, value: value, at: at, measuredAt: at - lag)
  }

  private func ask(
    _ store: GardenStore, _ from: Duration = .zero, _ to: Duration = .days(1), points: Int = 400
  ) throws -> PlantHistory {
    try store.historyReader().history(
      of: HistoryQuestion(
        plant: "basil", quantity: .moisture, from: start + from, to: start + to, points: points),
      shares: shares)
  }

  private func point(_ minutes: Int, _ mean: Double, _ low: Double, _ high: Double) -> PlantHistory.Point {
    PlantHistory.Point(start: start + .minutes(minutes), mean: mean, lowest: low, highest: high)
  }

  @Test func `probes count by their weight however often they send, and a gap stays a gap`() throws {
    let store = try GardenStore.inMemory()
    try store.append([
      row("a", 0, 40), row("b", 1, 20), row("b", 2, 20), row("b", 3, 26), row("other", 3, 99),
      row("a", 7, 30),
      row("b", 61, 10),
      HistoryRow(
        sensor: "a", quantity: .temperature, value: 21, at: start + .minutes(62), measuredAt: start),
    ])
    let history = try ask(store)
    #expect(history.step == 300)
    #expect(history.points == [point(0, 35.5, 20, 40), point(5, 30, 30, 30), point(60, 10, 10, 10)])
  }

  @Test func `only the time asked for is told, in whole steps`() throws {
    let store = try GardenStore.inMemory()
    try store.append((0..<180).map { row("a", Double($0), Double($0)) })
    let history = try ask(store, .minutes(61), .minutes(119), points: 12)
    #expect(history.step == 300)
    #expect(history.points.count == 12)
    #expect(history.points.first == point(60, 62, 60, 64))
    #expect(history.points.last == point(115, 117, 115, 119))
  }

  @Test func `a reading that came late stands where it was measured`() throws {
    let store = try GardenStore.inMemory()
    try store.append([row("a", 700, 33, lag: .hours(11))])
    #expect(try ask(store, .zero, .hours(2)).points.map(\.mean) == [33])
    #expect(try ask(store, .hours(11), .hours(12)).points.isEmpty)
  }

  @Test func `readings, hours and days are joined, and the step is no shorter than what is known`() throws {
    let store = try GardenStore.inMemory()
    let perDay = 48
    for day in 0..<40 {
      try store.append(
        (0..<perDay).map { row("a", Double(day * 1440 + $0 * 30), Double(day) + Double($0 % 2)) })
    }
    let raw = try ask(store, .zero, .days(40))
    let now = start + .days(40)
    while try store.compact(
      now: now, keepRawFor: .days(5), keepHourlyFor: .days(20), bytesMax: 1 << 30
    ).hasMore {}
    let season = try ask(store, .zero, .days(40))
    #expect(season.step == 86_400 && season.points.count == 40)
    #expect(season.points.map(\.mean) == (0..<40).map { Double($0) + 0.5 })
    #expect(season.points.allSatisfy { $0.highest - $0.lowest == 1 })
    #expect(raw.step == 10_800 && raw.points.count == 320)
    let fortnight = try ask(store, .days(25), .days(39))
    #expect(fortnight.step == 3600 && fortnight.points.count == 14 * 24)
    let week = try ask(store, .days(36), .days(37))
    #expect(week.step == 300 && week.points.count == 48)
    // What is known by the day alone cannot be told by the hour.
    #expect(try ask(store, .days(3), .days(4)).points == [point(3 * 1440, 3.5, 3, 4)])
  }

  @Test func `a plant without a probe has its waterings`() throws {
    let store = try GardenStore.inMemory()
    try store.put([record(1, .hours(3))])
    let history = try store.historyReader().history(
      of: HistoryQuestion(plant: "basil", quantity: .light, from: start, to: start + .days(1)), shares: [])
    #expect(history.points.isEmpty && history.waterings.count == 1)
  }

  @Test func `a search that takes too long is given up`() throws {
    let store = try GardenStore.inMemory()
    try store.append((0..<5).map { row("a", Double($0) * 1440, 1) })
    var pieces = 0
    let question = HistoryQuestion(plant: "basil", quantity: .moisture, from: start, to: start + .days(5))
    #expect {
      try store.historyReader().history(of: question, shares: shares) {
        pieces += 1
        return pieces < 5
      }
    } throws: { "\($0)".contains("in time") }
    #expect(pieces == 5)
  }

  private func record(
    _ n: UInt64, _ at: Duration, plant: PlantID = "basil", kind: WateringRecord.Kind = .valve,
    litres: Double? = 2.5
  ) -> WateringRecord {
    WateringRecord(
      id: UniqueID(high: 5, low: n), plant: plant, from: start + at, until: start + at + .minutes(2),
      kind: kind, by: kind == .seen ? nil : "anna-phone", end: kind == .valve ? .target : nil, litres: litres)
  }

  @Test func `waterings come back whole, rising, and each once`() throws {
    let folder = try TemporaryFolder()
    let told = [
      record(1, .hours(2)), record(2, .hours(3), kind: .hand), record(3, .hours(5), kind: .seen, litres: nil),
    ]
    do {
      let store = try GardenStore(folder: folder.path)
      try store.put([told[2], record(1, .hours(1))])
      try store.put([record(7, .hours(4), plant: "fern"), told[1], told[0]])
    }
    let store = try GardenStore(folder: folder.path)
    var none = record(4, .hours(6), kind: .seen, litres: nil)
    try store.put([none])
    none.isWithdrawn = true
    try store.put([none])
    #expect(try ask(store).waterings == told)
    // One that ends inside the time belongs to it, one that begins at its end does not.
    #expect(try ask(store, .hours(2) + .minutes(1), .hours(5)).waterings == Array(told[0...1]))
    let other = try HistoryReader(folder: folder.path)
    let question = HistoryQuestion(plant: "basil", quantity: .moisture, from: start, to: start + .days(1))
    #expect(try other.history(of: question, shares: shares).waterings == told)
  }

  @Test func `the oldest waterings go when there are too many`() throws {
    let store = try GardenStore.inMemory()
    let extra = 30
    try store.put(
      (0..<WateringRows.rowsMax + extra).map { record(UInt64($0), .seconds($0), litres: nil) })
    let step = try store.compact(
      now: start, keepRawFor: .days(14), keepHourlyFor: .days(400), bytesMax: 1 << 30)
    #expect(step.dropped == extra)
    let left = try ask(store, .zero, .seconds(extra + 1)).waterings
    #expect(left.map(\.id.low).filter { $0 < UInt64(extra) }.isEmpty)
  }

  @Test func `a history that an older bridge wrote has no waterings`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file(GardenStore.historyFile)
    do {
      let queue = try DatabaseQueue(path: path)
      try HistorySchema.migrations.migrate(queue, upTo: "history-1-readings")
      try queue.write { try $0.execute(sql: "INSERT INTO series (sensor, quantity) VALUES ('a', 0)") }
    }
    let question = HistoryQuestion(plant: "basil", quantity: .moisture, from: start, to: start + .days(1))
    let history = try HistoryReader(folder: folder.path).history(of: question, shares: shares)
    #expect(history.points.isEmpty && history.waterings.isEmpty)
  }

  @Test func `a question is answered while the bridge writes, and writing goes on`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    let reader = try HistoryReader(folder: folder.path)
    let question = HistoryQuestion(plant: "basil", quantity: .moisture, from: start, to: start + .days(2))
    for day in 0..<2 {
      try store.append((0..<1440).map { row("a", Double(day * 1440 + $0), 30) })
      let history = try reader.history(of: question, shares: shares) {
        (try? store.append([row("b", 3000, 20)])) != nil && (try? store.checkpoint()) != nil
      }
      #expect(history.points.count == (day + 1) * 96)
    }
  }
}

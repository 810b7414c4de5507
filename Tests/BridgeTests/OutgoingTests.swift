import GardenCore
import GardenStore
import MQTTTypes
import Testing

@testable import Bridge

@Suite struct OutboxTests {
  private func document(_ n: Int) -> MQTTPublication { MQTTPublication(topic: "d/\(n)", payload: [1]) }

  @Test func `documents leave in order and no more than the window at a time`() {
    var outbox = Outbox(restored: [])
    for n in 0..<30 { _ = outbox.add(document(n), expiresAt: nil) }
    var sent: [String] = []
    while let entry = outbox.next {
      sent.append(entry.publication.topic)
      outbox.handed(entry, ticket: UInt16(sent.count))
    }
    #expect(sent == (0..<Outbox.windowMax).map { "d/\($0)" })
    #expect(outbox.acknowledged(ticket: 1) == 1)
    #expect(outbox.next?.publication.topic == "d/20")
    #expect(outbox.count == 29)
  }

  @Test func `what was not acknowledged is there after a restart, with ids that go on`() {
    var outbox = Outbox(restored: [OutboxEntry(id: 7, publication: document(7))])
    #expect(outbox.next?.id == 7)
    #expect(outbox.add(document(8), expiresAt: nil).0.id == 8)
  }

  @Test func `the oldest goes when the bound is reached, and is counted`() {
    var outbox = Outbox(restored: [])
    for n in 0..<Outbox.entriesMax { #expect(outbox.add(document(n), expiresAt: nil).evicted == nil) }
    #expect(outbox.add(document(-1), expiresAt: nil).evicted == 1)
    #expect(outbox.dropped == 1)
    #expect(outbox.count == Outbox.entriesMax)
  }

  @Test func `an expired document is dropped, but not while the clock is not believed`() {
    var outbox = Outbox(restored: [])
    let end = Timestamp(seconds: 2_000_000_000)
    _ = outbox.add(document(1), expiresAt: end)
    let late = Moment(wall: end + .seconds(1), uptime: Uptime(milliseconds: 0), isWallTrusted: false)
    #expect(outbox.expire(at: late).isEmpty)
    #expect(outbox.expire(at: Moment(wall: end, uptime: Uptime(milliseconds: 0))) == [1])
    #expect(outbox.count == 0)
  }
}

@Suite struct RetainedShelfTests {
  @Test func `only the newest of a topic waits, in the order in which topics changed`() {
    var shelf = RetainedShelf()
    for (topic, byte) in [("a", 1), ("b", 2), ("a", 3)] as [(String, UInt8)] {
      shelf.put(MQTTPublication(topic: topic, payload: [byte], isRetained: true))
    }
    #expect(shelf.takeNext()?.payload == [3])
    #expect(shelf.takeNext()?.payload == [2])
    #expect(shelf.takeNext() == nil)
  }
}

@Suite struct HistoryBufferTests {
  @Test func `a store that cannot take them keeps the rows waiting, bounded`() throws {
    var buffer = HistoryBuffer()
    let reading = Reading(sensor: SensorIndex(0), quantity: .moisture, value: 40)
    for second in 0...Int64(HistoryBuffer.rowsMax) {
      buffer.append(reading, of: [SensorPlan(id: "s")], at: Timestamp(seconds: second))
    }
    #expect(buffer.dropped == UInt64(HistoryBuffer.batchRows))
    #expect(throws: StoreError.self) {
      try buffer.flush { _ throws(StoreError) in throw .full(file: "history") }
    }
    var written = 0
    try buffer.flush { rows throws(StoreError) in written = rows.count }
    #expect(written == HistoryBuffer.rowsMax - HistoryBuffer.batchRows + 1)
    #expect(buffer.isEmpty)
  }

  @Test func `of one second and quantity the last value is kept, under the first one's time`() throws {
    var buffer = HistoryBuffer()
    let sensors = [SensorPlan(id: "a"), SensorPlan(id: "b")]
    func take(_ sensor: Int, _ quantity: Quantity, _ value: Double, at milliseconds: Int64) {
      let reading = Reading(sensor: SensorIndex(sensor), quantity: quantity, value: value)
      buffer.append(reading, of: sensors, at: Timestamp(milliseconds: milliseconds))
    }
    take(0, .moisture, 40, at: 5_000)
    take(1, .moisture, 50, at: 5_100)
    take(0, .temperature, 20, at: 5_200)
    take(0, .moisture, 41, at: 5_300)
    take(0, .moisture, 42, at: 5_999)
    take(0, .moisture, 43, at: 6_000)
    var written: [HistoryRow] = []
    try buffer.flush { rows throws(StoreError) in written = rows }
    #expect(written.map(\.value) == [42, 50, 20, 43])
    #expect(written.map(\.at.milliseconds) == [5_000, 5_100, 5_200, 6_000])
    #expect(written.map(\.measuredAt) == written.map(\.at))
    #expect(buffer.replaced == 2)
  }

  @Test func `without a link pictures go and removals stay`() {
    var shelf = RetainedShelf()
    shelf.put(MQTTPublication(topic: "plant", payload: [1], isRetained: true))
    shelf.put(MQTTPublication(topic: "reminder", payload: [], isRetained: true))
    shelf.dropPictures()
    #expect(shelf.takeNext()?.topic == "reminder")
    #expect(shelf.takeNext() == nil && shelf.isEmpty)
  }
}

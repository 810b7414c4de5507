import GardenCore
import MQTTTypes
import StoreTypes
import Testing

@testable import Hub

@Suite struct RetainedQueueTests {
  @Test func `only the newest of a topic waits, in the order in which topics changed`() {
    var retained = RetainedQueue()
    for (topic, byte) in [("a", 1), ("b", 2), ("a", 3)] as [(String, UInt8)] {
      retained.put(MQTTPublication(topic: topic, payload: [byte], isRetained: true))
    }
    #expect(retained.takeNext()?.payload == [3])
    #expect(retained.takeNext()?.payload == [2])
    #expect(retained.takeNext() == nil)
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
    let refused = buffer.take()
    buffer.giveBack(try #require(refused))
    let taken = buffer.take()
    let rows = try #require(taken)
    buffer.written(rows)
    #expect(rows.count == HistoryBuffer.rowsMax - HistoryBuffer.batchRows + 1)
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
    let taken = buffer.take()
    let written = try #require(taken)
    #expect(written.map(\.value) == [42, 50, 20, 43])
    #expect(written.map(\.at.milliseconds) == [5_000, 5_100, 5_200, 6_000])
    #expect(written.map(\.measuredAt) == written.map(\.at))
    #expect(buffer.replaced == 2)
  }

  @Test func `without a link snapshots go and removals stay`() {
    var retained = RetainedQueue()
    retained.put(MQTTPublication(topic: "plant", payload: [1], isRetained: true))
    retained.put(MQTTPublication(topic: "reminder", payload: [], isRetained: true))
    retained.dropSnapshots()
    #expect(retained.takeNext()?.topic == "reminder")
    #expect(retained.takeNext() == nil && retained.isEmpty)
  }

  @Test func `what the broker keeps already is kept a second time for a moment only`() {
    func moment(_ seconds: Int64) -> Moment {
      Moment(wall: Timestamp(seconds: 1_795_248_000 + seconds), uptime: Uptime(milliseconds: seconds * 1000))
    }
    var entry = OutboxEntry(
      id: 1, publication: MQTTPublication(topic: "x", payload: []), expiresAt: moment(86_400).wall)
    #expect(entry.leaving(at: moment(400)).expirySeconds == 86_000)
    entry.handedAt = moment(0).wall
    #expect(entry.leaving(at: moment(400)).expirySeconds == 10)
    #expect(entry.leaving(at: moment(86_395)).expirySeconds == 5)
    entry.expiresAt = nil
    #expect(entry.leaving(at: moment(400)).expirySeconds == 10)
  }
}

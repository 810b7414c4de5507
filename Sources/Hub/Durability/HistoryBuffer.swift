import GardenCore
import StoreTypes

/// Accepted readings on their way to the history: written in batches, never one by one, to spare the card.
///
/// Of one quantity of one sensor the last value of a second is kept: soil does not change faster, and a device that floods
/// would fill the card.
struct HistoryBuffer {
  static let rowsMax = 2000
  /// A batch is written at this size even before its time.
  static let batchRows = 1000

  private var rows: [HistoryRow] = []
  /// Where the newest row of a sensor's quantity waits; by sensor, then quantity. Only a hint.
  private var newest: [Int] = []
  /// Rows lost because the store could not take them.
  private(set) var dropped: UInt64 = 0
  /// Values that another of the same second took the place of.
  private(set) var replaced: UInt64 = 0

  /// Since the start.
  private(set) var total = (written: UInt64(0), dropped: UInt64(0), replaced: UInt64(0))

  var isEmpty: Bool { rows.isEmpty }
  var isDue: Bool { rows.count >= Self.batchRows }

  mutating func append(_ reading: Reading, of sensors: [SensorPlan], at time: Timestamp) {
    let position = Int(reading.sensor.position)
    let place = position * Quantity.count + Int(reading.quantity.rawValue)
    if place >= newest.count {
      newest += Array(repeating: 0, count: sensors.count * Quantity.count - newest.count)
    }
    let row = newest[place]
    if row < rows.count, rows[row].quantity == reading.quantity, rows[row].at.seconds == time.seconds,
      rows[row].sensor == sensors[position].id
    {
      rows[row].take(reading)
      replaced &+= 1
      total.replaced &+= 1
      return
    }
    newest[place] = rows.count
    rows.append(HistoryRow(reading, sensor: sensors[position].id, at: time))
    makeRoom()
  }

  /// What was left out since it was asked last.
  mutating func takeCounts() -> (dropped: UInt64, replaced: UInt64) {
    defer { (dropped, replaced) = (0, 0) }
    return (dropped, replaced)
  }

  /// Everything that waits; `nil`: nothing does.
  mutating func take() -> [HistoryRow]? {
    guard !rows.isEmpty else { return nil }
    defer { rows = [] }
    return rows
  }

  /// They are in the history.
  mutating func written(_ rows: [HistoryRow]) { total.written &+= UInt64(rows.count) }

  /// They could not be written, and wait on.
  mutating func giveBack(_ taken: [HistoryRow]) {
    rows = taken + rows
    makeRoom()
  }

  private mutating func makeRoom() {
    guard rows.count > Self.rowsMax else { return }
    rows.removeFirst(Self.batchRows)
    dropped &+= UInt64(Self.batchRows)
    total.dropped &+= UInt64(Self.batchRows)
  }
}

import GardenCore
import GardenStore

/// Accepted readings on their way to the history: written in batches, never one by one, to spare the card.
struct HistoryBuffer {
  static let rowsMax = 2000
  /// A batch is written at this size even before its time.
  static let batchRows = 500

  private var rows: [HistoryRow] = []
  /// Rows lost because the store could not take them.
  private(set) var dropped: UInt64 = 0

  init() { rows.reserveCapacity(Self.rowsMax) }

  var isEmpty: Bool { rows.isEmpty }
  var isDue: Bool { rows.count >= Self.batchRows }

  mutating func append(_ row: HistoryRow) {
    if rows.count >= Self.rowsMax {
      rows.removeFirst(Self.batchRows)
      dropped &+= UInt64(Self.batchRows)
    }
    rows.append(row)
  }

  /// Hands the rows to `write`; keeps them where it throws.
  mutating func flush(_ write: ([HistoryRow]) throws(StoreError) -> Void) throws(StoreError) {
    guard !rows.isEmpty else { return }
    try write(rows)
    rows.removeAll(keepingCapacity: true)
  }
}

import GardenCore

/// Every series of readings that the history has, and the last value of each where it is newer than the mark.
struct SeriesTable {
  struct Key: Hashable {
    var sensor: String
    var quantity: Quantity
  }

  struct Last {
    var value: Double
    var raw: Double?
    var measuredAt: Timestamp?
  }

  struct Series {
    var key: Key
    /// In the file.
    var id: Int64
    var last: Last?
  }

  private(set) var all: [Series] = []
  private var positions: [Key: Int] = [:]

  /// In ``all``; stays as long as the table.
  func position(of key: Key) -> Int? { positions[key] }

  mutating func add(_ key: Key, id: Int64) -> Int {
    positions[key] = all.count
    all.append(Series(key: key, id: id))
    return all.count - 1
  }

  mutating func keep(_ last: Last, at position: Int) { all[position].last = last }

  /// The last values stand in their own table of the file.
  mutating func forgetLasts() {
    for i in all.indices { all[i].last = nil }
  }
}

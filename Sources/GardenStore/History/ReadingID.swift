import GardenCore

/// A reading's row id: milliseconds × 1024 plus a counter within the millisecond.
enum ReadingID {
  /// Ids tried for one reading: more than one loop ever appends at one moment.
  static let attempts = 65_536
  private static let milliseconds: ClosedRange<Int64> = 0...(1 << 52)

  static func start(of time: Timestamp) -> Int64 {
    min(max(time.milliseconds, milliseconds.lowerBound), milliseconds.upperBound) << 10
  }

  /// Where a moment has more readings than its 1024 ids, they run into the next ones.
  static func first(at time: Timestamp, after previous: Int64) -> Int64 {
    let start = start(of: time)
    return (start..<start + Int64(attempts)).contains(previous) ? previous + 1 : start
  }

  static func time(of id: Int64) -> Timestamp { Timestamp(milliseconds: id >> 10) }
}

package import GardenCore

/// Readings of one hour or day (UTC) taken together.
package struct HistorySpan: Sendable, Hashable {
  package var start: Timestamp
  package var count: Int
  package var lowest: Double
  package var highest: Double
  package var mean: Double

  package init(start: Timestamp, count: Int, lowest: Double, highest: Double, mean: Double) {
    self.start = start
    self.count = count
    self.lowest = lowest
    self.highest = highest
    self.mean = mean
  }
}

/// Water, as a probe shows it.
package struct Water: Sendable, Hashable {
  /// When the rise began.
  package var since: Timestamp
  /// Percent before the rise, and when it was sure.
  package var from: Double
  package var to: Double
  package var sureAt: Timestamp

  package init(since: Timestamp, from: Double, to: Double, sureAt: Timestamp) {
    self.since = since
    self.from = from
    self.to = to
    self.sureAt = sureAt
  }
}

/// The activity that took over from the first one of a lease, because that one came near its 8 hours; or the first one, where the clock
/// by which it began is over.
package struct ActivityRenewal: Sendable, Hashable {
  package var id: UniqueID
  package var startedAt: Timestamp
  package var started: Uptime
  package init(id: UniqueID, startedAt: Timestamp, started: Uptime) {
    self.id = id
    self.startedAt = startedAt
    self.started = started
  }
}

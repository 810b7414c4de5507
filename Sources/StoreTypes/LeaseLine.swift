package import GardenCore

/// One line of the lease log, as it was kept.
package struct LeaseLine: Sendable, Hashable {
  package var event: LeaseEvent
  /// The machine's boot in which it happened: uptimes of two boots do not compare. `nil`: not known.
  package var boot: BootID?

  package init(_ event: LeaseEvent, boot: BootID? = nil) {
    self.event = event
    self.boot = boot
  }
}

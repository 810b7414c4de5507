package import GardenCore
package import StoreTypes

/// Everything that the log holds of one lease, in the order in which it happened.
package struct LeaseTrail: Sendable, Hashable {
  package var lease: UniqueID
  package var lines: [LeaseLine]
  /// Lines that the bound of one lease dropped; they stood after the first ``LeaseLogBounds/firstLines``.
  package var dropped = 0

  package var actuator: String { lines.last?.event.actuator ?? "" }
  package var plant: PlantID? { lines.lazy.compactMap(\.event.plant).first }
}

/// How much of the lease log is kept. The oldest leases go first, whole; of one lease the beginning and the end stay.
package struct LeaseLogBounds: Sendable, Hashable {
  /// Lines of one lease.
  package var linesPerLease = 500
  /// Of these the beginning, which is never dropped: who, why, what was sent first.
  package var firstLines = 100
  package var keptFor: Duration = .days(400)
  /// Bytes of all lines: of their words, and 120 for the rest of each (fixed columns and the index).
  package var bytesMax = 20 << 20
  /// Leases dropped in one step of trimming.
  package var leasesPerStep = 50

  package init() {}

  /// Characters of a text that are kept.
  static let textMax = 200
}

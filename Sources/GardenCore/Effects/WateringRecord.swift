/// A watering that is over, for the history: a valve's run, or water that a person or the probe told of.
package struct WateringRecord: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// A run under a lease, whatever it gave.
    case valve = 0
    /// A person said so, or opened the valve by hand.
    case hand
    /// Nobody said anything; the probe saw it.
    case seen
  }

  /// How a valve's run ended.
  package enum End: UInt8, Sendable, Hashable, CaseIterable {
    /// By its time or its litres, and the valve proved that it is closed.
    case finished = 0
    /// Moist enough.
    case target
    case stopped
    /// Neither by a person nor by its own end.
    case interrupted
    case failed
    case unknown
  }

  /// Of the lease, of the answer, or made from what the probe saw: the same watering told twice has the same id.
  package var id: UniqueID
  package var plant: PlantID
  package var from: Timestamp
  /// Not before `from`.
  package var until: Timestamp
  package var kind: Kind
  /// Who asked for it, or said so; `nil`: the rule, the probe, or a hand at the valve.
  package var by: DeviceID?
  /// `nil` where no valve was in it.
  package var end: End?
  /// `nil`: nothing measured them.
  package var litres: Double?
  /// How long it was to run, where it ran on after it was told to close.
  package var meant: Duration?
  /// How the probe showed it; not in the history.
  package var water: Water?
  /// It was told before: more of it is known now.
  package var isCorrection = false
  /// It was told before, and was none.
  package var isWithdrawn = false

  package init(
    id: UniqueID, plant: PlantID, from: Timestamp, until: Timestamp, kind: Kind, by: DeviceID? = nil,
    end: End? = nil, litres: Double? = nil, meant: Duration? = nil
  ) {
    self.id = id
    self.plant = plant
    self.from = from
    self.until = max(from, until)
    self.kind = kind
    self.by = by
    self.end = end
    self.litres = litres
    self.meant = meant
  }

  /// Somebody opened the valve itself.
  static func byHand(
    _ plant: PlantID, from: Timestamp, until: Timestamp, _ dice: inout SplitMix64
  ) -> WateringRecord {
    WateringRecord(
      id: UniqueID(at: until, random: &dice), plant: plant, from: from, until: until, kind: .hand)
  }
}

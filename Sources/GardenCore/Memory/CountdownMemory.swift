/// A countdown for water by can or hose: no valve, no lease, but the same activity. Kept until its activity is taken off
/// the screens.
package struct CountdownMemory: Sendable, Hashable {
  package enum End: UInt8, Sendable, Hashable {
    /// The time is up.
    case time = 0
    case person
    /// Why: ``CountdownMemory/interruption``.
    case interruption
  }
  /// Also the id of its first activity.
  package var id: UniqueID
  /// `nil`: no plant in particular.
  package var plant: PlantID?
  package var by: DeviceID
  package var boot: BootID
  /// The end on both clocks.
  package var endsAt: Timestamp
  package var ends: Uptime
  /// The whole of it.
  package var duration: Duration
  /// Time that was left when this was written: the bound for a restart whose clocks say more.
  package var left: Duration
  package var end: End?
  package var endedBy: DeviceID?
  package var interruption: Interruption?
  package var activity: ActivityMemory

  package init(
    id: UniqueID, plant: PlantID?, by: DeviceID, boot: BootID, endsAt: Timestamp, ends: Uptime,
    duration: Duration, left: Duration, end: End? = nil, endedBy: DeviceID? = nil,
    interruption: Interruption? = nil, activity: ActivityMemory
  ) {
    self.id = id
    self.plant = plant
    self.by = by
    self.boot = boot
    self.endsAt = endsAt
    self.ends = ends
    self.duration = duration
    self.left = left
    self.end = end
    self.endedBy = endedBy
    self.interruption = interruption
    self.activity = activity
  }
}

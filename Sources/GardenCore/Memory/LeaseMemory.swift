/// Water moves only inside a lease. Durable before the open command leaves; kept until the valve is proved closed.
package struct LeaseMemory: Sendable, Hashable {
  package enum Reason: UInt8, Sendable, Hashable { case person = 0, rule }
  package enum Phase: UInt8, Sendable, Hashable {
    case opening = 0, running, closing
    /// The valve proved that it is closed; kept until the activity is taken off the screens.
    case closed
  }
  package enum End: UInt8, Sendable, Hashable {
    case time = 0, person, moisture, failure, volume
    /// Something forbade it to go on; see ``LeaseMemory/interlock``.
    case interlock
  }
  /// Also the activity's id.
  package var id: UniqueID
  package var actuator: String
  package var plant: PlantID
  package var reason: Reason
  package var by: DeviceID?
  package var openedAt: Timestamp
  package var opened: Uptime
  package var boot: BootID
  /// Hard end on both clocks.
  package var endsAt: Timestamp
  package var ends: Uptime
  package var phase: Phase
  /// Why it is closing.
  package var end: End?
  package var endedBy: DeviceID?
  package var sequence: Int
  package var progress: Double
  package var lastUpdateAt: Timestamp
  package var devices: [DeviceID]
  package var hiddenOn: [DeviceID]
  /// The activity that shows the run, where it is no longer the first one with the lease's times.
  package var renewal: ActivityRenewal?
  /// Why it was broken off, with ``End/person`` and nobody in ``endedBy``.
  package var interruption: Interruption?
  /// Run time that was left when this was written: the bound for a restart whose clocks say more.
  package var left: Duration
  /// The valve itself reported open during this run.
  package var wasOpen: Bool
  /// What went wrong, with ``End/failure`` or where closing is not proved.
  package var trouble: ValveTrouble?
  /// When the activity got its final state; `nil` while it is on.
  package var activityEndedAt: Timestamp?
  /// Fused moisture at the start, and where the run may end, percent; the progress of a run by moisture.
  package var moistureAtStart: Double?
  package var untilMoisture: Double?
  /// The run ends at this volume, litres; `nil`: by time or moisture.
  package var untilLitres: Double?
  /// Litres of this run so far; `nil`: nothing measures them.
  package var litres: Double?
  /// The counter up to which ``litres`` counts: what flowed meanwhile is found again after a restart.
  package var counter: Double?
  /// What was seen of this run beside the valve's own word.
  package var evidence: LeaseEvidence
  /// With ``End/interlock``: which, as ``Interlock/name``.
  package var interlock: String?
  /// While it runs, when it will have given its litres, as the flow says. While it closes, when this was written. Then when its water
  /// had stopped, as the proof tells. `nil`: nothing but ``ends`` is known.
  package var until: Timestamp?
  /// Through another boot: the uptimes of its begin are not those of its water.
  package var hasCrossedBoots: Bool

  package init(
    id: UniqueID, actuator: String, plant: PlantID, reason: Reason, by: DeviceID? = nil, openedAt: Timestamp,
    opened: Uptime, boot: BootID, endsAt: Timestamp, ends: Uptime, phase: Phase = .opening, end: End? = nil,
    endedBy: DeviceID? = nil, sequence: Int = 1, progress: Double = 0, lastUpdateAt: Timestamp,
    devices: [DeviceID] = [], hiddenOn: [DeviceID] = [], renewal: ActivityRenewal? = nil,
    interruption: Interruption? = nil, left: Duration, wasOpen: Bool = false,
    trouble: ValveTrouble? = nil, activityEndedAt: Timestamp? = nil, moistureAtStart: Double? = nil,
    untilMoisture: Double? = nil, untilLitres: Double? = nil, litres: Double? = nil, counter: Double? = nil,
    evidence: LeaseEvidence = [], interlock: String? = nil, until: Timestamp? = nil,
    hasCrossedBoots: Bool = false
  ) {
    self.id = id
    self.actuator = actuator
    self.plant = plant
    self.reason = reason
    self.by = by
    self.openedAt = openedAt
    self.opened = opened
    self.boot = boot
    self.endsAt = endsAt
    self.ends = ends
    self.phase = phase
    self.end = end
    self.endedBy = endedBy
    self.sequence = sequence
    self.progress = progress
    self.lastUpdateAt = lastUpdateAt
    self.devices = devices
    self.hiddenOn = hiddenOn
    self.renewal = renewal
    self.interruption = interruption
    self.left = left
    self.wasOpen = wasOpen
    self.trouble = trouble
    self.activityEndedAt = activityEndedAt
    self.moistureAtStart = moistureAtStart
    self.untilMoisture = untilMoisture
    self.untilLitres = untilLitres
    self.litres = litres
    self.counter = counter
    self.evidence = evidence
    self.interlock = interlock
    self.until = until
    self.hasCrossedBoots = hasCrossedBoots
  }
}

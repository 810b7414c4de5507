/// What must survive a restart. Read once at start; afterwards only ``MemoryChange`` goes out.
package struct GardenMemory: Sendable, Hashable {
  package var plants: Entries<PlantMemory>
  package var reminders: [ReminderMemory]
  package var answered: [AnsweredMemory]
  package var controls: Entries<ControlMemory>
  package var leases: [LeaseMemory]
  package var heaters: [HeaterMemory]
  package var fallbacks: [FallbackMemory]
  package var countdowns: [CountdownMemory]
  package var sensors: Entries<SensorMemory>
  package var people: [PersonMemory]
  package var devices: [DeviceMemory]
  package var holds: [HoldMemory]
  package var interlocks: [InterlockMemory]
  package var valveDays: [ValveDayMemory]

  package init(
    plants: [PlantMemory] = [], reminders: [ReminderMemory] = [], answered: [AnsweredMemory] = [],
    controls: [ControlMemory] = [], leases: [LeaseMemory] = [], heaters: [HeaterMemory] = [],
    fallbacks: [FallbackMemory] = [], countdowns: [CountdownMemory] = [], sensors: [SensorMemory] = [],
    people: [PersonMemory] = [], devices: [DeviceMemory] = [], holds: [HoldMemory] = [],
    interlocks: [InterlockMemory] = [], valveDays: [ValveDayMemory] = []
  ) {
    self.plants = Entries(plants)
    self.reminders = reminders
    self.answered = answered
    self.controls = Entries(controls)
    self.leases = leases
    self.heaters = heaters
    self.fallbacks = fallbacks
    self.countdowns = countdowns
    self.sensors = Entries(sensors)
    self.people = people
    self.devices = devices
    self.holds = holds
    self.interlocks = interlocks
    self.valveDays = valveDays
  }
}

/// One change of what must survive: an entity written whole, or removed. Applying the same change twice is the same.
package enum MemoryChange: Sendable, Hashable {
  case plant(PlantMemory)
  case reminder(ReminderMemory)
  case noReminder(key: String)
  case answered(AnsweredMemory)
  /// Forget answers older than this.
  case forgetAnswered(before: Timestamp)
  case control(ControlMemory)
  case lease(LeaseMemory)
  case noLease(UniqueID)
  case heater(HeaterMemory)
  case noHeater(id: String)
  case fallback(FallbackMemory)
  case noFallback(actuator: String)
  case countdown(CountdownMemory)
  case noCountdown(UniqueID)
  case sensor(SensorMemory)
  case person(PersonMemory)
  case device(DeviceMemory)
  case hold(HoldMemory)
  /// Released; `valve` nil: the emergency stop.
  case noHold(valve: String?)
  case interlock(InterlockMemory)
  case valveDay(ValveDayMemory)
}

package struct PlantMemory: Identifiable, Sendable, Hashable {
  package var id: PlantID
  package var addedAt: Timestamp
  package var lastWatering: Timestamp?
  package var revision: Int
  /// Standing per judged quantity, and since when; index = `Quantity.rawValue`, unjudged ones unknown.
  package var standings: [StandingMemory]
  /// "Done" was answered and the probe's rise is awaited until then.
  package var soak: SoakMemory?
  /// End of the last run, for the pause between automatic ones.
  package var lastRunEndedAt: Timestamp?

  package init(
    id: PlantID, addedAt: Timestamp, lastWatering: Timestamp? = nil, revision: Int = 0,
    standings: [StandingMemory] = [], soak: SoakMemory? = nil, lastRunEndedAt: Timestamp? = nil
  ) {
    self.id = id
    self.addedAt = addedAt
    self.lastWatering = lastWatering
    self.revision = revision
    self.standings = standings
    self.soak = soak
    self.lastRunEndedAt = lastRunEndedAt
  }
}

package struct StandingMemory: Sendable, Hashable {
  package var quantity: Quantity
  package var standing: Standing
  package var since: Timestamp
  package init(quantity: Quantity, standing: Standing, since: Timestamp) {
    self.quantity = quantity
    self.standing = standing
    self.since = since
  }
}

package struct SoakMemory: Sendable, Hashable {
  package var startedAt: Timestamp
  package var until: Timestamp
  /// Fused moisture when "done" was answered.
  package var moistureBefore: Double
  package init(startedAt: Timestamp, until: Timestamp, moistureBefore: Double) {
    self.startedAt = startedAt
    self.until = until
    self.moistureBefore = moistureBefore
  }
}

/// A command that was judged, and what was answered: a repeat gets the same. Kept 30 days, at most 10 000 per device.
package struct AnsweredMemory: Sendable, Hashable {
  package var outcome: Outcome
  package var at: Timestamp
  /// Closed notifications keep who answered them: `note` of the reminder this command closed.
  package var closedNote: UniqueID?
  package var plant: PlantID?
  package init(outcome: Outcome, at: Timestamp, closedNote: UniqueID? = nil, plant: PlantID? = nil) {
    self.outcome = outcome
    self.at = at
    self.closedNote = closedNote
    self.plant = plant
  }
}

/// A moved slider. It wins over the config until that line of the file is edited.
package struct ControlMemory: Identifiable, Sendable, Hashable {
  package var id: ControlID
  package var value: Double
  package var revision: Int
  /// What the file said when the slider was moved; `nil` = the file said nothing.
  package var overrode: Double?
  package var changedAt: Timestamp
  package var by: DeviceID?
  /// `false`: the setpoint was asked for, but the device has never reported one; `value` is not shown.
  package var isReported: Bool
  package init(
    id: ControlID, value: Double, revision: Int, overrode: Double?, changedAt: Timestamp, by: DeviceID?,
    isReported: Bool = true
  ) {
    self.id = id
    self.value = value
    self.revision = revision
    self.overrode = overrode
    self.changedAt = changedAt
    self.by = by
    self.isReported = isReported
  }
}

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
  /// The activity that shows the run, where it is no longer the first one.
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

  package init(
    id: UniqueID, actuator: String, plant: PlantID, reason: Reason, by: DeviceID? = nil, openedAt: Timestamp,
    opened: Uptime, boot: BootID, endsAt: Timestamp, ends: Uptime, phase: Phase = .opening, end: End? = nil,
    endedBy: DeviceID? = nil, sequence: Int = 1, progress: Double = 0, lastUpdateAt: Timestamp,
    devices: [DeviceID] = [], hiddenOn: [DeviceID] = [], renewal: ActivityRenewal? = nil,
    interruption: Interruption? = nil, left: Duration, wasOpen: Bool = false,
    trouble: ValveTrouble? = nil, activityEndedAt: Timestamp? = nil, moistureAtStart: Double? = nil,
    untilMoisture: Double? = nil, untilLitres: Double? = nil, litres: Double? = nil, counter: Double? = nil,
    evidence: LeaseEvidence = [], interlock: String? = nil
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
  }
}

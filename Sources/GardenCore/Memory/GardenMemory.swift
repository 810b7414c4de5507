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
  package var warmings: [WarmingMemory]
  package var sensors: Entries<SensorMemory>
  package var people: [PersonMemory]
  package var devices: [DeviceMemory]
  package var holds: [HoldMemory]
  package var interlocks: [InterlockMemory]
  package var valveDays: [ValveDayMemory]
  /// In the order of their numbers.
  package var messages: [MessageMemory]
  package var accounts: [AccountMemory]
  /// `nil`: it is no backup's.
  package var restored: RestoredMemory?

  package init(
    plants: [PlantMemory] = [], reminders: [ReminderMemory] = [], answered: [AnsweredMemory] = [],
    controls: [ControlMemory] = [], leases: [LeaseMemory] = [], heaters: [HeaterMemory] = [],
    fallbacks: [FallbackMemory] = [], countdowns: [CountdownMemory] = [], warmings: [WarmingMemory] = [],
    sensors: [SensorMemory] = [],
    people: [PersonMemory] = [], devices: [DeviceMemory] = [], holds: [HoldMemory] = [],
    interlocks: [InterlockMemory] = [], valveDays: [ValveDayMemory] = [],
    messages: [MessageMemory] = [], accounts: [AccountMemory] = [],
    restored: RestoredMemory? = nil
  ) {
    self.plants = Entries(plants)
    self.reminders = reminders
    self.answered = answered
    self.controls = Entries(controls)
    self.leases = leases
    self.heaters = heaters
    self.fallbacks = fallbacks
    self.countdowns = countdowns
    self.warmings = warmings
    self.sensors = Entries(sensors)
    self.people = people
    self.devices = devices
    self.holds = holds
    self.interlocks = interlocks
    self.valveDays = valveDays
    self.messages = messages
    self.accounts = accounts
    self.restored = restored
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
  case warming(WarmingMemory)
  case noWarming(id: String)
  case sensor(SensorMemory)
  case person(PersonMemory)
  case device(DeviceMemory)
  case noDevice(id: DeviceID)
  case hold(HoldMemory)
  /// Released; `valve` nil: the emergency stop.
  case noHold(valve: String?)
  case interlock(InterlockMemory)
  case valveDay(ValveDayMemory)
  case message(MessageMemory)
  case noMessage(number: Int)
  case account(AccountMemory)
  case noAccount(id: DeviceID)
  /// Bytes for the store alone: the memory knows how many there are.
  case blobBytes(BlobBytes)
  case noBlob(message: UniqueID)
  case restored(RestoredMemory)
}

package struct PlantMemory: Identifiable, Sendable, Hashable {
  package var id: PlantID
  package var addedAt: Timestamp
  package var lastWatering: Timestamp?
  package var revision: Int
  /// Status per evaluated quantity, and since when; index = `Quantity.rawValue`, the others unknown.
  package var statuses: [StatusMemory]
  /// "Done" was answered and the probe's rise is awaited until then.
  package var soak: SoakMemory?
  /// End of the last run, for the pause between automatic ones.
  package var lastRunEndedAt: Timestamp?

  package init(
    id: PlantID, addedAt: Timestamp, lastWatering: Timestamp? = nil, revision: Int = 0,
    statuses: [StatusMemory] = [], soak: SoakMemory? = nil, lastRunEndedAt: Timestamp? = nil
  ) {
    self.id = id
    self.addedAt = addedAt
    self.lastWatering = lastWatering
    self.revision = revision
    self.statuses = statuses
    self.soak = soak
    self.lastRunEndedAt = lastRunEndedAt
  }
}

package struct StatusMemory: Sendable, Hashable {
  package var quantity: Quantity
  package var status: Status
  package var since: Timestamp
  package init(quantity: Quantity, status: Status, since: Timestamp) {
    self.quantity = quantity
    self.status = status
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

/// A command that was handled, and what was answered: a repeat gets the same. Kept 30 days, at most 10 000 per device.
package struct AnsweredMemory: Sendable, Hashable {
  /// The device id that stands for nobody.
  package static let nobody: DeviceID = ""

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
  /// What its device was asked for and has not answered; `nil`: nothing.
  package var asked: Asked?

  package struct Asked: Sendable, Hashable {
    package var value: Double
    package var by: DeviceID
    package var at: Timestamp
    package init(value: Double, by: DeviceID, at: Timestamp) {
      (self.value, self.by, self.at) = (value, by, at)
    }
  }

  package init(
    id: ControlID, value: Double, revision: Int, overrode: Double?, changedAt: Timestamp, by: DeviceID?,
    isReported: Bool = true, asked: Asked? = nil
  ) {
    self.id = id
    self.value = value
    self.revision = revision
    self.overrode = overrode
    self.changedAt = changedAt
    self.by = by
    self.isReported = isReported
    self.asked = asked
  }
}

extension GardenMemory {
  /// What became of a command with that id from that device; `nil`: it is not known.
  func answer(to head: CommandHead) -> AnsweredMemory? {
    answered.last { $0.outcome.id == head.id && $0.outcome.device == head.device }
  }

  /// A message that waits; `nil`: there is none with that id from that device.
  func message(_ id: UniqueID, from device: DeviceID) -> MessageMemory? {
    messages.first { $0.message.head.id == id && $0.message.head.device == device }
  }

  /// A device that was let in; `nil`: it stands in the config, or nowhere.
  package func account(_ id: DeviceID) -> AccountMemory? { accounts.first { $0.id == id } }

  /// Emergency stop: nothing may move water or heat until it is released.
  package var isStopped: Bool { holds.contains { $0.kind == .emergency } }
}

extension GardenMemory {
  /// What that person was told on that day.
  func spent(by person: PersonID, on day: Int) -> PersonMemory {
    people.first { $0.id == person && $0.dayNumber == day }
      ?? PersonMemory(id: person, dayNumber: day, sent: 0)
  }
}

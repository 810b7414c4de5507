/// One open episode. States: due → sent → snoozed | answered | expired; the last two are not kept as open reminders.
package struct ReminderMemory: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    case water = 0, climate, setpoint, sensor, valve, noRise, countdown
    case heater = 20
    /// The emergency stop.
    case stopped
    /// A device did not take what somebody asked of it.
    case refusal
  }
  package enum State: UInt8, Sendable, Hashable {
    case due = 0, sent, snoozed
    /// The plant is being watered: on no screen, and back if that gave nothing.
    case watering
  }
  /// Also the notification's key.
  package var key: String
  package var kind: Kind
  /// Plant, place, sensor or actuator id; of the emergency stop and of a refusal the device that asked for it, or nothing.
  package var subject: String
  package var quantity: Quantity?
  package var state: State
  package var note: UniqueID
  package var revision: Int
  package var dueSince: Timestamp
  package var sentAt: Timestamp?
  /// Next time something happens: send, repeat, or end of the snooze.
  package var wakeAt: Timestamp
  /// How often it was sent without an answer: sets the growing pause.
  package var repeats: Int
  /// Who put it off. It goes back to that where it gives way to water that was none.
  package var snoozedBy: DeviceID?
  /// Devices that were sent it, of whatever revision, and show it; emptied by a snooze.
  package var devices: [DeviceID]
  /// Note id of the digest that carried it, if one did.
  package var digest: UniqueID?
  /// Of a valve: what is wrong with it, so that the alarm keeps its words across restarts.
  package var trouble: ValveTrouble?

  package init(
    key: String, kind: Kind, subject: String, quantity: Quantity? = nil, state: State, note: UniqueID,
    revision: Int, dueSince: Timestamp, sentAt: Timestamp? = nil, wakeAt: Timestamp, repeats: Int = 0,
    snoozedBy: DeviceID? = nil, devices: [DeviceID] = [], digest: UniqueID? = nil,
    trouble: ValveTrouble? = nil
  ) {
    self.key = key
    self.kind = kind
    self.subject = subject
    self.quantity = quantity
    self.state = state
    self.note = note
    self.revision = revision
    self.dueSince = dueSince
    self.sentAt = sentAt
    self.wakeAt = wakeAt
    self.repeats = repeats
    self.snoozedBy = snoozedBy
    self.devices = devices
    self.digest = digest
    self.trouble = trouble
  }
}

extension ReminderMemory {
  /// Nothing is left to be done about it: seen once, it is over.
  var endsWhenSeen: Bool { trouble == .closedLate || isSaidLast || kind == .countdown && subject.isEmpty }

  /// It is not said again.
  var isSaidLast: Bool { wakeAt - dueSince > Self.never / 2 }
  static let never: Duration = .days(36_500)

  /// A device did not do what it was told, or everything is stopped: whoever has seen that silences it for a while.
  var isAlarm: Bool { kind == .valve || kind == .heater || kind == .stopped }

  /// That somebody has seen it answers it, or silences it.
  var takesSeen: Bool { isAlarm || endsWhenSeen }

  /// ``subject`` is a plant, and the words name what its probes say.
  var isOfPlant: Bool { (kind == .water || kind == .climate || kind == .noRise) && key != NoticeKey.digest }
}

extension GardenMemory {
  /// `nil`: that matter is not open.
  func reminder(_ key: String) -> ReminderMemory? { reminders.first { $0.key == key } }

  /// The digest of that note, as long as it is open.
  func digest(_ note: UniqueID?) -> ReminderMemory? {
    guard let note, let digest = reminder(NoticeKey.digest), digest.note == note else { return nil }
    return digest
  }

  /// The matters that a digest tells, as far as they are open.
  func told(by digest: UniqueID) -> [ReminderMemory] {
    reminders.filter { $0.digest == digest && $0.state == .sent }
  }
}

extension ReminderMemory.Kind {
  /// Whether "done" answers it.
  var takesDone: Bool { self == .water || self == .noRise || self == .countdown }

  /// What people call it when they choose.
  package var category: MatterCategory {
    switch self {
    case .water, .noRise: .water
    case .climate: .climate
    case .setpoint, .refusal: .places
    case .sensor: .sensors
    case .countdown: .timers
    case .valve, .heater, .stopped: .alarms
    }
  }
}

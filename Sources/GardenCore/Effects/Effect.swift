/// Everything the garden can ask of the world. Complete: whoever carries it out has nothing left to decide.
///
/// Within one batch every ``remember(_:)`` is committed in one transaction, together with the outgoing documents,
/// before anything else of the batch leaves the process.
///
/// Nearly all are records of readings: what is large lies beside the list, so that a record is not moved in its width.
package enum Effect: Sendable, Hashable {
  /// Must survive a restart.
  indirect case remember(MemoryChange)
  /// An accepted reading, for the history.
  case record(Reading, at: Timestamp)
  /// A watering is over, for the history. Told again with the same id after a crash, and where more of it became known.
  indirect case watered(WateringRecord)
  /// A line of a lease's trail, for the durable log.
  indirect case trail(LeaseEvent)
  /// A retained snapshot of something as it stands now, for everyone.
  indirect case publish(Snapshot)
  /// Tell these devices; replaces what the same key showed.
  indirect case notify(Notice)
  /// Take it back from these devices.
  indirect case withdraw(Withdrawal)
  /// Start, update or end of a running activity, to these devices.
  indirect case activity(ActivityStep)
  /// A message between apps, to its receiver.
  indirect case deliver(AppMessage)
  /// A message that was not acknowledged must not arrive any more.
  case recall(UniqueID, from: DeviceID)
  /// The result of a command, to its sender.
  indirect case acknowledge(Outcome)
  /// Move a valve or a setpoint. Never retained.
  indirect case command(ActuatorCommand)
  /// The broker is to do something with an account.
  indirect case order(AccountOrder)
  /// The plan has other devices than before.
  case devices
  /// Something changed that the owner should find in the log; once per change, not per message.
  indirect case log(LogLine)
}

package enum Snapshot: Sendable, Hashable {
  case plant(PlantSnapshot)
  case control(ControlSnapshot)
  case reminder(ReminderSnapshot)
  /// Nothing open under that key any more: empties the retained topic.
  case noReminder(key: String)
  case activity(ActivitySnapshot)
  case noActivity(UniqueID)
  case heater(HeaterSnapshot)
  case noHeater(String)
  /// What widgets show.
  case glance(GlanceSnapshot)
  /// What is held closed, and what the interlocks say.
  case hold(HoldSnapshot)
  /// How a device can be reached.
  case device(DeviceSnapshot)
}

/// A value that people can move.
package struct ControlSnapshot: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A limit of a plant: moving it moves the evaluation at once.
    case limit(PlantID)
    /// A device's setpoint; `place` where it keeps one in range.
    case setpoint(actuator: String, place: String?)
    /// What a heater of ours keeps: in force at once.
    case target(heater: String, place: String?)
  }
  /// How far the last move came.
  package enum Phase: Sendable, Hashable {
    case settled
    /// Handed to the device; its own report is awaited.
    case accepted(Double, by: DeviceID)
    /// ``ControlSnapshot/value`` is what the device has.
    case rejected(Double, by: DeviceID)
    case noAnswer(Double, by: DeviceID)

    /// The device did not take the last move.
    var isRefusal: Bool {
      switch self {
      case .rejected, .noAnswer: true
      case .settled, .accepted: false
      }
    }
  }
  package var id: ControlID
  package var kind: Kind
  package var name: String
  /// `%` or `°C`.
  package var unit: String
  package var range: ClosedRange<Double>
  package var step: Double
  /// What is in force; `nil` until the device has reported.
  package var value: Double?
  package var revision: Int
  package var phase: Phase
  package var changedAt: Timestamp
  package var roleNeeded: Role
  /// The last move, where it was turned down at once: a slider that stands there must go back to `value`.
  package var refused: RefusedMove? = nil
}

/// A move that changed nothing: it was off the range or the grid, or rested on an old value.
package struct RefusedMove: Sendable, Hashable {
  package var code: Outcome.Code
  package var value: Double
  package var by: DeviceID
  package var at: Timestamp
}

/// A reminder that waits for an answer.
package struct ReminderSnapshot: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case due
    case sent(at: Timestamp)
    case snoozed(until: Timestamp, by: DeviceID)
    /// The plant is being watered; `by` nil: by rule.
    case watering(UniqueID, by: DeviceID?)
  }
  package var key: String
  package var note: UniqueID
  package var revision: Int
  package var state: State
  package var subject: NoticeSubject
  package var dueSince: Timestamp
  /// Who was not told, and why; none for what reaches everybody.
  package var untold: [Hearing] = []
}

extension ReminderSnapshot {
  /// `run`: the activity of the plant that it is about, if that is being watered.
  init(
    _ reminder: ReminderMemory, _ subject: NoticeSubject, run: UniqueID?, by asker: DeviceID?,
    untold: [Hearing]
  ) {
    key = reminder.key
    note = reminder.note
    revision = reminder.revision
    self.subject = subject
    dueSince = reminder.dueSince
    self.untold = untold
    switch reminder.state {
    case .due: state = .due
    case .sent: state = .sent(at: reminder.sentAt ?? reminder.dueSince)
    case .snoozed:
      state = .snoozed(until: reminder.wakeAt, by: reminder.snoozedBy ?? AnsweredMemory.nobody)
    case .watering: state = run.map { .watering($0, by: asker) } ?? .due
    }
  }
}

/// What a notification is about; the words are chosen per device where it is rendered.
package enum NoticeSubject: Sendable, Hashable {
  case water(Thirst)
  /// Several plants, most urgent first.
  case digest([Thirst])
  /// "Done" was answered, but the probe saw no water within the soak time.
  case noRiseSeen(Thirst)
  /// Too cold, too hot, too dark, too bright, hungry, salty, too wet. `value` nil: unknown at the moment.
  case climate(PlantFacts, Quantity, Status, value: Double?, limit: Double)
  /// The place left its range and its setpoint can be moved here. `value` nil: unknown at the moment.
  case setpoint(
    ControlSnapshot, placeName: String, value: Double?, limit: Double, isLow: Bool, facts: PlantFacts?)
  /// A probe fell silent, or its battery is low.
  case sensor(SensorFacts)
  /// A valve did not do what it was told.
  case valve(name: String, ValveTrouble, plant: PlantFacts?, sight: ValveSight = ValveSight())
  /// A heater did not do what it was told, or nobody knows how warm it is. °C; `value` nil: unknown.
  case heater(name: String, HeatTrouble, placeName: String?, value: Double?, target: Double)
  /// The device kept another value than somebody asked for, as the control's phase says, and no place waits for an answer.
  case refusal(ControlSnapshot, placeName: String?)
  /// Everything is closed and held. `by` nil: a signal on the bridge's own machine.
  case stopped(by: String?)
  /// A countdown ran to its end; with a plant it can be marked as watered.
  case timeUp(PlantFacts?)
  /// The day's notifications are used up: what waits until tomorrow, by its names.
  case heldBack([String])
}

package enum SensorTrouble: Sendable, Hashable {
  case silent, unreadable, batteryLow, offline
  /// It goes on speaking, and no longer says that.
  case missing(Quantity)
  /// Nothing comes, since the broker refuses the subscription to its topic.
  case refused
  /// The device says so itself.
  case faulty(DeviceWord)
  /// The device's own alarm: its values stand.
  case alarm(DeviceWord)
  /// Its values cannot be, as they go over time.
  case suspect(Finding)
}

/// A probe that cannot be relied on: what a person must know to go and mend it.
package struct SensorFacts: Sendable, Hashable {
  /// What people call it; `nil`: it is the only probe of what it measures, and has no name of its own.
  package var name: String?
  /// The plant or place that it measures.
  package var measures: String
  package var trouble: SensorTrouble
  /// When it last said something that counts; `nil`: never.
  package var lastHeard: Timestamp?
  /// Percent; `nil`: it sends none.
  package var battery: Double?
  /// Percent, at or below which the battery is low.
  package var batteryLow: Double
}

/// Why a plant wants water: the evidence in the words of a reminder.
package struct Thirst: Sendable, Hashable {
  package var plant: PlantFacts
  /// Percent; `nil`: no probe can be relied on at the moment.
  package var moisture: Double?
  /// The dry limit in force, percent; `nil`: it has none.
  package var limit: Double?
  /// Since when it is dry; `nil`: it is due by the calendar, since ``dueSince``.
  package var drySince: Timestamp?
  package var dueSince: Timestamp
  /// Its probes say dry or wet, and no number that a person should read.
  package var isWord = false
  /// They say that it is no longer dry, which counts only once it stays so.
  package var isRising = false
  /// It rests on one reading, because the probe speaks less often than every two hours.
  package var isByOne = false
  /// By which the dry limit is moved; `nil`: it has none.
  package var slider: ControlSnapshot?
}

/// The plant's part of a notification: all four dates are made from it.
package struct PlantFacts: Sendable, Hashable {
  package var id: PlantID
  package var name: String
  package var last: Timestamp
  package var next: Next
  package var neverWatered: Bool
  /// Of a reminder: what "water now" would do.
  package var offer: WaterOffer?
  package init(id: PlantID, name: String, last: Timestamp, next: Next, neverWatered: Bool) {
    self.id = id
    self.name = name
    self.last = last
    self.next = next
    self.neverWatered = neverWatered
  }
}

/// What "water now" would do: so long at most, or until so many litres.
package struct WaterOffer: Sendable, Hashable {
  package var duration: Duration
  /// `nil`: by time alone.
  package var litres: Double?
}

package struct Notice: Sendable, Hashable {
  package enum Urgency: UInt8, Sendable, Hashable { case passive = 0, active, timeSensitive }
  package var id: UniqueID
  /// What replaces what: `water-<plant>`, `set-<control>`, … ≤ 32 characters of `[A-Za-z0-9_-]`.
  package var key: String
  /// 1, 2, … per key.
  package var revision: Int
  /// When the matter began.
  package var dueSince: Timestamp
  package var sentAt: Timestamp
  package var expires: Timestamp
  package var urgency: Urgency
  package var subject: NoticeSubject
  package var devices: [DeviceID]
  /// Of a reminder to water: what gets dry next, soonest first.
  package var soon: [DryingSoon] = []
  /// Of these, those that ring; none where it only brings up to date what they show.
  package var ringing: [DeviceID]
  package var isUpdate: Bool { ringing.isEmpty }
}

package struct Withdrawal: Sendable, Hashable {
  package enum Reason: UInt8, Sendable, Hashable, CaseIterable {
    case done = 0, deferred, superseded, expired, cancelled
  }
  package var id: UniqueID
  package var note: UniqueID
  package var key: String
  package var reason: Reason
  /// Who answered; `nil`: nobody did (the probe saw water, the rule changed).
  package var by: DeviceID?
  package var at: Timestamp
  package var devices: [DeviceID]
  /// What takes its place on the screens.
  package var activity: UniqueID? = nil
}

/// What the owner configured, typed and checked: no optionals left that the rules would have to guess about.
package struct GardenPlan: Sendable, Hashable {
  /// The largest garden that is taken; a config with more is refused.
  package static let plantsMax = 10_000
  package static let sensorsMax = 10_000

  package var site: SitePlan
  package var sensors: [SensorPlan]
  package var plants: [PlantPlan]
  package var places: [PlacePlan]
  package var actuators: [ActuatorPlan]
  /// Relays that heat by the bridge's own thermostat.
  package var heaters: [HeaterPlan]
  package var people: [PersonPlan]
  /// The command line: it may command, and is nobody who is told anything.
  package var console: DevicePlan?
  package var reminders: ReminderPlan
  package var interlocks: [InterlockPlan]
  package var supplies: [SupplyPlan]
  /// `nil`: nothing waits for rain.
  package var rain: RainPlan? = nil

  package init(
    site: SitePlan = SitePlan(), sensors: [SensorPlan] = [], plants: [PlantPlan] = [],
    places: [PlacePlan] = [], actuators: [ActuatorPlan] = [], heaters: [HeaterPlan] = [],
    people: [PersonPlan] = [], console: DevicePlan? = nil, reminders: ReminderPlan = ReminderPlan(),
    interlocks: [InterlockPlan] = [],
    supplies: [SupplyPlan] = []
  ) {
    self.site = site
    self.sensors = sensors
    self.plants = plants
    self.places = places
    self.actuators = actuators
    self.heaters = heaters
    self.people = people
    self.console = console
    self.reminders = reminders
    self.interlocks = interlocks
    self.supplies = supplies
  }

  /// All that may speak to the garden.
  package var devices: [DevicePlan] { people.flatMap(\.devices) + (console.map { [$0] } ?? []) }
}

package struct SitePlan: Sendable, Hashable {
  package var name: String
  package var calendar: SiteCalendar
  /// Devices may be this far ahead of us, and we of them.
  package var clockSkew: Duration

  package init(name: String = "loam", calendar: SiteCalendar = .utc, clockSkew: Duration = .seconds(120)) {
    self.name = name
    self.calendar = calendar
    self.clockSkew = clockSkew
  }
}

/// A room, frame or greenhouse whose temperature is kept within a range by a thermostat or heater.
package struct PlacePlan: Sendable, Hashable {
  package var id: String
  package var name: String
  package var shares: [SensorShare]
  package var temperature: BandPlan
  /// The device whose setpoint the slider moves; `nil`: only told, nothing to move.
  package var thermostat: ActuatorIndex?

  package init(
    id: String, name: String, shares: [SensorShare], temperature: BandPlan, thermostat: ActuatorIndex? = nil
  ) {
    self.id = id
    self.name = name
    self.shares = shares
    self.temperature = temperature
    self.thermostat = thermostat
  }
}

/// A valve or a device with a setpoint. How its messages look belongs to the families.
package struct ActuatorPlan: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// `hasDeviceTimer`: the family's open command carries a duration, so the device closes by itself.
    case valve(hasDeviceTimer: Bool)
    /// °C. `step` > 0; `line`: where the config sets the value, if it does.
    case thermostat(range: ClosedRange<Double>, step: Double, line: ConfigLine?)
    /// A relay that heats, driven as a valve is: open is on. `hasDeviceTimer` as with a valve.
    case heater(hasDeviceTimer: Bool)
  }
  package var id: String
  package var name: String
  package var kind: Kind
  /// The device's own report must come within this time after a command; then "no answer".
  package var answerWithin: Duration
  /// °C that the config asks of a thermostat: sent once whenever it is edited; `nil`: the device keeps its own.
  package var setpoint: Double?
  /// °C that a thermostat is asked for when the bridge goes down; `nil`: it keeps what it has.
  package var fallback: Double?
  /// Of a valve: what shows, beside its own word, whether water flows.
  package var evidence: EvidencePlan
  /// The longest run that one open command can set on the device's own timer: a longer run is opened again in time, never
  /// beyond its lease. `nil`: no bound that a run could reach.
  package var timerMax: Duration?
  /// A person may open the valve at the device and it stays so. `false`: open without a run of ours is closed at once,
  /// because a bridge cannot tell a hand from a fault.
  package var allowsManualOpening: Bool
  /// Of a valve: what it may give, whoever asks.
  package var limits: ValveLimits
  /// Each message to it counts, and it may hear it an hour later: nothing is repeated that need not be.
  package var hearsRarely = false

  package init(
    id: String, name: String, kind: Kind, answerWithin: Duration = .seconds(30), setpoint: Double? = nil,
    fallback: Double? = nil, evidence: EvidencePlan = EvidencePlan(), timerMax: Duration? = nil,
    allowsManualOpening: Bool = false, limits: ValveLimits = ValveLimits()
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.answerWithin = answerWithin
    self.setpoint = setpoint
    self.fallback = fallback
    self.evidence = evidence
    self.timerMax = timerMax
    self.allowsManualOpening = allowsManualOpening
    self.limits = limits
  }
}

package struct ReminderPlan: Sendable, Hashable {
  /// "Later" comes back after this long.
  package var laterAfter: Duration
  /// "Tomorrow" comes back on the next local day at this second of the day.
  package var tomorrowAtSecondOfDay: Int
  /// An unanswered reminder is repeated after this long, then after twice as long, and so on.
  package var repeatAfter: Duration
  package var repeatAfterMax: Duration
  /// What falls due within this window goes out as one digest.
  package var digestWindow: Duration
  /// A notification is not shown any more after this long.
  package var expiresAfter: Duration

  package init(
    laterAfter: Duration = .hours(3), tomorrowAtSecondOfDay: Int = 9 * 3600,
    repeatAfter: Duration = .hours(24),
    repeatAfterMax: Duration = .days(7), digestWindow: Duration = .seconds(60),
    expiresAfter: Duration = .hours(24)
  ) {
    self.laterAfter = laterAfter
    self.tomorrowAtSecondOfDay = tomorrowAtSecondOfDay
    self.repeatAfter = repeatAfter
    self.repeatAfterMax = repeatAfterMax
    self.digestWindow = digestWindow
    self.expiresAfter = expiresAfter
  }
}

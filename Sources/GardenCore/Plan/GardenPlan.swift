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

/// One probe. How its messages are read belongs to the families; here is what the rules need.
package struct SensorPlan: Sendable, Hashable {
  package var id: String
  /// What people call it; `nil`: by what it measures.
  package var name: String?
  /// After this long without a value a quantity is stale. Evaluated per quantity.
  package var silentAfter: Duration
  /// Battery at or below this percentage is low.
  package var batteryLowPercent: Double
  /// Accepted readings per minute and quantity; more are refused as ``Refusal/flood``.
  package var readingsPerMinuteMax: Int
  /// Its moisture is a word, dry or wet: the percentage behind it is its owner's, and may leap.
  package var saysWords = false

  package init(
    id: String, name: String? = nil, silentAfter: Duration = .hours(6), batteryLowPercent: Double = 15,
    readingsPerMinuteMax: Int = 120
  ) {
    self.id = id
    self.name = name
    self.silentAfter = silentAfter
    self.batteryLowPercent = batteryLowPercent
    self.readingsPerMinuteMax = readingsPerMinuteMax
  }
}

/// A sensor's share in a plant's or place's fused value.
package struct SensorShare: Sendable, Hashable {
  package var sensor: SensorIndex
  /// > 0; shares are normalised over the sensors that are usable.
  package var weight: Double
  /// Which of the sensor's quantities count here.
  package var quantities: Set<Quantity>

  package init(
    sensor: SensorIndex, weight: Double = 1,
    quantities: Set<Quantity> = [.moisture, .temperature, .light, .conductivity]
  ) {
    self.sensor = sensor
    self.weight = weight
    self.quantities = quantities
  }
}

/// Where in the config file a rule stands, for `explain` and for "the slider wins until that line is edited".
package struct ConfigLine: Sendable, Hashable {
  package var line: Int
  package var key: String
  package init(line: Int, key: String) {
    self.line = line
    self.key = key
  }
}

package struct PlantPlan: Sendable, Hashable {
  package var id: PlantID
  package var name: String
  package var shares: [SensorShare]
  /// At least this many usable moisture probes, else moisture is unknown. 0 where the plant has no probe.
  package var quorum: Int
  package var moisture: BandPlan
  /// Where `moisture.below` was written; `nil` = default.
  package var dryLine: ConfigLine?
  /// What the dry limit's slider offers.
  package var dryRange: ClosedRange<Double>
  package var dryStep: Double
  package var temperature: BandPlan
  package var light: BandPlan?
  package var conductivity: BandPlan?
  /// Without a usable probe: water every so often. Also the pace by which `nextDate` is set.
  package var wateringInterval: Duration
  /// Water needs this long to reach the probe; a rise within it confirms "done".
  package var soakTime: Duration
  /// Rise in percent points that counts as water.
  package var riseThatConfirms: Double
  package var watering: WateringPlan?
  /// How it is drawn; `nil`: whoever draws it goes by its name.
  package var kind: PlantKind?

  package init(
    id: PlantID, name: String, shares: [SensorShare] = [], quorum: Int = 1,
    moisture: BandPlan = BandPlan(below: 30, above: nil, deadband: 5, dwell: .minutes(10)),
    dryLine: ConfigLine? = nil, dryRange: ClosedRange<Double> = 5...80, dryStep: Double = 1,
    temperature: BandPlan = BandPlan(deadband: 1, dwell: .minutes(10)), light: BandPlan? = nil,
    conductivity: BandPlan? = nil, wateringInterval: Duration = .days(7), soakTime: Duration = .hours(2),
    riseThatConfirms: Double = 4, watering: WateringPlan? = nil, kind: PlantKind? = nil
  ) {
    self.id = id
    self.name = name
    self.shares = shares
    self.quorum = quorum
    self.moisture = moisture
    self.dryLine = dryLine
    self.dryRange = dryRange
    self.dryStep = dryStep
    self.temperature = temperature
    self.light = light
    self.conductivity = conductivity
    self.wateringInterval = wateringInterval
    self.soakTime = soakTime
    self.riseThatConfirms = riseThatConfirms
    self.watering = watering
    self.kind = kind
  }
}

/// How a plant is watered by a valve.
package struct WateringPlan: Sendable, Hashable {
  package var valve: ActuatorIndex
  /// A run's length when nobody says otherwise.
  package var duration: Duration
  /// No run is longer, whoever asks.
  package var durationMax: Duration
  /// The run ends when the fused moisture reaches this, percent.
  package var untilMoisture: Double?
  /// `true`: a dry plant is watered by rule, and people are told; `false`: only a person starts it.
  package var isAutomatic: Bool
  /// Pause between two automatic runs.
  package var pause: Duration
  package var line: ConfigLine?
  /// A run ends at this volume when nobody says otherwise, litres; needs something that measures it.
  package var litres: Double?
  /// No run gives more where it is measured, whoever asks, litres.
  package var litresMax: Double?

  package init(
    valve: ActuatorIndex, duration: Duration, durationMax: Duration, untilMoisture: Double? = nil,
    isAutomatic: Bool = false, pause: Duration = .hours(12), line: ConfigLine? = nil,
    litres: Double? = nil, litresMax: Double? = nil
  ) {
    self.valve = valve
    self.duration = duration
    self.durationMax = durationMax
    self.untilMoisture = untilMoisture
    self.isAutomatic = isAutomatic
    self.pause = pause
    self.line = line
    self.litres = litres
    self.litresMax = litresMax
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

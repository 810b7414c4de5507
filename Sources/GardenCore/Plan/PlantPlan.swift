/// One plant: what it is measured by, its limits, and how it is watered.
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
  /// It stands where rain reaches it: ``GardenPlan/rain`` may delay its water.
  package var waitsForRain = false
  /// By which a dry limit is proposed; `nil`: medium.
  package var thirst: PlantThirst? = nil

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

/// How much a plant wants its soil to be moist, as its owner says.
package enum PlantThirst: String, Sendable, Hashable, CaseIterable {
  case low, medium, high

  /// How much of the water between the soil's ends may be used before it is watered.
  ///
  /// Source: Allen et al., FAO Irrigation and Drainage Paper 56, table 22: p is about 0.3 for shallow roots that want it moist, 0.5 for
  /// most, 0.65 for what stands drought.
  var depletion: Double {
    switch self {
    case .low: 0.65
    case .medium: 0.5
    case .high: 0.3
    }
  }
}

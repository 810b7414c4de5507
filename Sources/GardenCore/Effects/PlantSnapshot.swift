/// One evaluated quantity: three-valued, with reason and since.
package struct Evaluation: Sendable, Hashable {
  package var status: Status
  /// Set where `status` is unknown.
  package var reason: UnknownReason?
  package var since: Timestamp
  /// The fused value behind the evaluation, and when its newest part was measured.
  package var value: Double?
  package var measuredAt: Timestamp?
  /// The limits in force, in the quantity's unit; set in snapshots alone.
  package var below: Double?
  package var above: Double?

  package init(
    status: Status, reason: UnknownReason? = nil, since: Timestamp, value: Double? = nil,
    measuredAt: Timestamp? = nil, below: Double? = nil, above: Double? = nil
  ) {
    self.status = status
    self.reason = reason
    self.since = since
    self.value = value
    self.measuredAt = measuredAt
    self.below = below
    self.above = above
  }
}

/// How a plant is watered by a valve, as far as a display must know to offer it.
package struct WateringSnapshot: Sendable, Hashable {
  package var valve: String
  /// The longest that a run takes when nobody says otherwise.
  package var duration: Duration
  /// What may be asked for at most.
  package var durationMax: Duration
  /// A run ends at this volume when nobody says otherwise.
  package var litres: Double?
  /// The rule waters it as well.
  package var isAutomatic: Bool
  /// Of the valve; `nil`: it has said nothing in this process, and no run of the plant holds it.
  package var valveState: ValveStatus?
  /// When the plant's run is meant to end; `nil`: none is on its way or running.
  package var endsAt: Timestamp?
  /// What keeps the rule from watering a dry plant.
  package var held: Reason?
}

/// How a plant's valve is.
package enum ValveStatus: UInt8, Sendable, Hashable, CaseIterable {
  /// By its own word, and no run of the plant holds it.
  case closed = 0
  /// It was told to open and has not said that it is.
  case opening
  case open
  /// It was told to close, and that is not proved.
  case closing
}

/// Everything a display shows of a plant, and everything `explain` tells.
package struct PlantSnapshot: Sendable, Hashable {
  package var id: PlantID
  package var name: String
  package var moisture: Evaluation
  package var temperature: Evaluation
  package var light: Evaluation?
  package var conductivity: Evaluation?
  /// Lowest battery of its sensors, percent.
  package var batteryPercent: Double?
  package var isBatteryLow: Bool
  package var lastWatering: Timestamp
  package var next: Next
  /// When its probe will tell that it is dry; `nil`: it is, or the calendar decides.
  package var forecast: DryForecast?
  package var neverWatered: Bool
  /// The dry limit in force, percent.
  package var dryBelow: Double?
  package var hasOpenReminder: Bool
  package var isWatering: Bool
  package var revision: Int
  /// Per sensor: id, freshness of each quantity, refusals.
  package var sensors: [SensorSnapshot]
  /// The rule and the config line behind the evaluation, in words (English).
  package var because: String
  package var dryLine: ConfigLine?
  /// `nil`: no valve.
  package var watering: WateringSnapshot?
  /// As the config says; `nil`: it says nothing.
  package var kind: PlantKind?
}

package struct SensorSnapshot: Sendable, Hashable {
  package struct Value: Sendable, Hashable {
    package var quantity: Quantity
    package var value: Double
    package var raw: Double?
    package var measuredAt: Timestamp?
    package var isFresh: Bool
  }
  package var id: String
  package var isOnline: Bool?
  package var values: [Value]
  /// Counts by ``Refusal`` raw value, `Refusal.count` long.
  package var refusals: [UInt64]
  package var lastRefusal: Refusal?
}

/// What a display shows of a plant, coarse enough that noise is no news. Plain bits, compared after every reading.
struct ShownPlant: Sendable, Hashable {
  /// Differences that matter at once.
  struct State: Sendable, Hashable {
    var statuses: (Status, Status, Status, Status)
    var reasons: (UnknownReason?, UnknownReason?, UnknownReason?, UnknownReason?)
    var last: Int64
    var next: Int64?
    var forecast: DryForecast?
    var neverWatered: Bool
    var hasOpenReminder: Bool
    var isWatering: Bool
    var isBatteryLow: Bool
    var valve: ValveStatus?
    var dryBelow: Double?

    static func == (a: State, b: State) -> Bool {
      a.statuses == b.statuses && a.reasons.0 == b.reasons.0 && a.reasons.1 == b.reasons.1
        && a.reasons.2 == b.reasons.2 && a.reasons.3 == b.reasons.3 && a.last == b.last && a.next == b.next
        && a.forecast == b.forecast && a.neverWatered == b.neverWatered
        && a.hasOpenReminder == b.hasOpenReminder
        && a.isWatering == b.isWatering && a.isBatteryLow == b.isBatteryLow && a.dryBelow == b.dryBelow
        && a.valve == b.valve
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(last)
      hasher.combine(next)
    }
  }

  var state: State
  var moisture: Double?
  var temperature: Double?
  var light: Double?
  var conductivity: Double?
  var battery: Double?
  var measuredAt: Timestamp?
  var refusals: UInt64

  /// A value moved by as much as a person would notice.
  func differsVisibly(from old: ShownPlant) -> Bool {
    moved(moisture, old.moisture, by: 0.5) || moved(temperature, old.temperature, by: 0.2)
      || moved(light, old.light, by: max(50, (old.light ?? 0) * 0.1))
      || moved(conductivity, old.conductivity, by: 10) || moved(battery, old.battery, by: 1)
  }

  private func moved(_ a: Double?, _ b: Double?, by step: Double) -> Bool {
    guard let a, let b else { return (a == nil) != (b == nil) }
    return abs(a - b) >= step
  }
}

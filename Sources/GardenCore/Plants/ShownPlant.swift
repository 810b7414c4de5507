/// What a display shows of a plant, coarse enough that noise is no news. Plain bits, compared after every reading.
struct ShownPlant: Sendable, Hashable {
  /// Differences that matter at once.
  struct State: Sendable, Hashable {
    /// By the index of ``PlantState/evaluated``, as raw values; 255: no reason.
    var statuses: SIMD4<UInt8>
    var reasons: SIMD4<UInt8>
    var last: Int64
    var next: Next?
    var forecast: DryForecast?
    var neverWatered: Bool
    var hasOpenReminder: Bool
    var isWatering: Bool
    var isBatteryLow: Bool
    var valve: ValveStatus?
    var dryBelow: Double?
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

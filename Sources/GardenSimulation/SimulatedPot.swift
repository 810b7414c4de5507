import GardenCore

/// Soil in a pot: dries exponentially towards a residual, faster when warm and sunny; water needs time to soak in,
/// and what the soil cannot hold drains away.
package struct SimulatedPot: Sendable, Hashable {
  /// Percent of the probe's calibrated range.
  package private(set) var moisture: Double
  /// Poured, still on its way down, in percent points.
  package private(set) var surfaceWater: Double = 0
  /// What is left when the plant can draw no more.
  package var residual: Double
  /// Field capacity: what the soil holds against gravity.
  package var capacity: Double
  /// Time constant of drying at 20 °C without sun.
  package var dryingTime: Duration
  /// Time constant of soaking in.
  package var soakTime: Duration
  /// Percent points that one litre brings.
  package var risePerLitre: Double
  /// Under the open sky: on how many square metres it catches rain.
  package var catchment: Double = 0.05
  /// All water that ever reached it, litres.
  package private(set) var litresReceived: Double = 0
  package private(set) var temperature: Double = 18

  package init(
    moisture: Double, residual: Double = 6, capacity: Double = 78, dryingTime: Duration = .days(6),
    soakTime: Duration = .minutes(20), risePerLitre: Double = 40
  ) {
    self.moisture = moisture
    self.residual = residual
    self.capacity = capacity
    self.dryingTime = dryingTime
    self.soakTime = soakTime
    self.risePerLitre = risePerLitre
  }

  package mutating func pour(litres: Double) {
    litresReceived += litres
    surfaceWater = min(surfaceWater + litres * risePerLitre, 100)
  }

  /// Lets time pass at that air temperature and sunlight (0…1). Steps over some minutes at most are exact enough.
  package mutating func pass(_ duration: Duration, air: Double, sunlight: Double) {
    let soaked = surfaceWater * Curve.share(gone: duration, constant: soakTime)
    surfaceWater -= soaked
    moisture += soaked
    if moisture > capacity {
      moisture -= (moisture - capacity) * Curve.share(gone: duration, constant: .hours(2))
    }
    let pace = max(0.1, Curve.exponential((air - 20) / 15)) * (1 + 0.8 * sunlight)
    let effective = Duration.milliseconds(Int64(Double(dryingTime.milliseconds) / pace))
    moisture -= (moisture - residual) * Curve.share(gone: duration, constant: effective)
    moisture = min(max(moisture, 0), 100)
    temperature += (air + 3 * sunlight - temperature) * Curve.share(gone: duration, constant: .hours(3))
  }
}

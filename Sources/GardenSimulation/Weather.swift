package import GardenCore

/// The weather by seed: a function of the time, so that it can be asked for any moment in any order.
package struct Weather: Sendable, Hashable {
  package var seed: UInt64
  package var calendar: SiteCalendar
  /// Long-term mean, °C.
  package var meanTemperature: Double
  /// Half the difference of afternoon and early morning on a clear day, °C.
  package var daySwing: Double
  /// Of how many days in one it rains, 0…1.
  package var showers: Double

  package init(
    seed: UInt64, calendar: SiteCalendar = .utc, meanTemperature: Double = 16, daySwing: Double = 6,
    showers: Double = 0
  ) {
    self.seed = seed
    self.calendar = calendar
    self.meanTemperature = meanTemperature
    self.daySwing = daySwing
    self.showers = showers
  }

  /// Air temperature outside, °C: warmest at 15 h, coldest at 3 h, with a mean that wanders from day to day.
  package func temperature(at time: Timestamp) -> Double {
    let (day, hour) = dayAndHour(time)
    let share = hour / 24
    let mean = dayMean(day) * (1 - share) + dayMean(day + 1) * share
    return mean + daySwing * Curve.sine(turns: (hour - 9) / 24) * (0.4 + 0.6 * clearness(day))
  }

  /// Sunlight, 0 (night) … 1 (clear noon).
  package func sunlight(at time: Timestamp) -> Double {
    let (day, hour) = dayAndHour(time)
    return max(0, Curve.sine(turns: (hour - 6) / 24)) * clearness(day)
  }

  private static let showerHours = 3.0

  /// Rain at the moment, mm an hour: one shower on a day of rain, of 3 to 20 mm.
  package func rain(at time: Timestamp) -> Double {
    guard showers > 0 else { return 0 }
    let (day, hour) = dayAndHour(time)
    let begins = chance(day, purpose: 5) * (24 - Self.showerHours)
    guard chance(day, purpose: 3) < showers, hour >= begins, hour < begins + Self.showerHours else {
      return 0
    }
    return (3 + 17 * chance(day, purpose: 4)) / Self.showerHours
  }

  /// 0.25 (overcast) … 1 (clear).
  private func clearness(_ day: Int) -> Double { 0.25 + 0.75 * chance(day, purpose: 1) }

  private func dayMean(_ day: Int) -> Double { meanTemperature + 8 * (chance(day, purpose: 2) - 0.5) }

  private func chance(_ day: Int, purpose: UInt64) -> Double {
    var random = SplitMix64(seed: seed ^ (UInt64(bitPattern: Int64(day)) &* 0x9E37_79B9) ^ (purpose << 56))
    return random.unit()
  }

  private func dayAndHour(_ time: Timestamp) -> (day: Int, hour: Double) {
    let local = calendar.local(time)
    return (local.dayNumber, Double(local.secondOfDay) / 3600)
  }
}

import GardenCore
import GardenReplay

/// One series, lived through by the garden: every six hours it is asked when the plant gets dry, and so are three others.
struct Backtest {
  /// What was said at one moment; hours from then.
  struct Row {
    var truth: Double
    /// `nil`: "not known yet".
    var ours: (earliest: Double, likely: Double, latest: Double)?
    /// As long as the last time.
    var calendar: Double
    /// A straight line through the last day.
    var ruler: Double
    /// The median of all slopes of the last three days.
    var slopes: Double
  }

  let series: MoistureSeries
  private(set) var rows: [Row] = []

  /// What never gets dry by its slope.
  private static let never = 60.0 * 24

  init(_ series: MoistureSeries) {
    self.series = series
    let basil = SensorIndex(0)
    var plant = PlantPlan(id: "basil", name: "Basil", shares: [SensorShare(sensor: basil)])
    plant.moisture = BandPlan(below: series.limit, deadband: 1, dwell: .zero)
    let plan = GardenPlan(sensors: [SensorPlan(id: "probe")], plants: [plant])
    guard let first = series.hours.first else { return }
    var replay = Replay(plan: plan, from: Timestamp(seconds: Int64(first.hour) * 3600))
    let truth = series.truth
    var calendar = Calendar()
    for (i, hour) in series.hours.enumerated() {
      let start = Timestamp(seconds: Int64(hour.hour) * 3600)
      replay.take(
        .reading(Reading(sensor: basil, quantity: .moisture, value: hour.percent)), at: start + .minutes(30))
      calendar.take(hour, limit: series.limit)
      // The garden knows an hour when the next one begins.
      guard hour.hour % 6 == 0, let went = truth[i], calendar.dryDowns > 0, i + 1 < series.hours.count else {
        continue
      }
      var then = replay
      then.take(
        .reading(Reading(sensor: basil, quantity: .moisture, value: hour.percent)), at: start + .hours(1))
      var ours: (Double, Double, Double)?
      if case .dry(let earliest, let likely, let latest) = then.forecast(of: "basil") {
        let made = start + .hours(1)
        func left(_ time: Timestamp) -> Double { Double((time - made).milliseconds) / 3_600_000 }
        ours = (left(earliest), left(likely), left(latest))
      }
      rows.append(
        Row(
          truth: went, ours: ours, calendar: calendar.left(at: hour.hour),
          ruler: ruler(i), slopes: slopes(i)))
    }
  }

  private func hours(before i: Int, _ count: Int) -> [MoistureSeries.Hour] {
    let now = series.hours[i].hour
    return series.hours[max(0, i - count)...i].filter { now - $0.hour < count }
  }

  private func left(_ i: Int, falling slope: Double) -> Double {
    let above = series.hours[i].percent - series.limit
    return slope > 0 ? min(above / slope, Self.never) : Self.never
  }

  private func ruler(_ i: Int) -> Double {
    let last = hours(before: i, 24)
    guard let first = last.first, let now = last.last, now.hour > first.hour else { return Self.never }
    return left(i, falling: (first.percent - now.percent) / Double(now.hour - first.hour))
  }

  private func slopes(_ i: Int) -> Double {
    let last = hours(before: i, 72).enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    var all: [Double] = []
    for (i, a) in last.enumerated() {
      for b in last[(i + 1)...] { all.append((a.percent - b.percent) / Double(b.hour - a.hour)) }
    }
    return all.isEmpty ? Self.never : left(i, falling: Score.median(all))
  }
}

/// As long as the last dry-down, from its water on.
private struct Calendar {
  private(set) var dryDowns = 0
  private var began: Int?
  private var lately: [Double] = []
  private var lasted = 0
  private var wasDry = false

  mutating func take(_ hour: MoistureSeries.Hour, limit: Double) {
    if let lowest = lately.min(), hour.percent > lowest + 5 {
      lately = []
      began = hour.hour
    }
    lately = (lately + [hour.percent]).suffix(6)
    let isDry = hour.percent < limit
    if isDry, !wasDry, let began {
      dryDowns += 1
      lasted = hour.hour - began
    }
    wasDry = isDry
  }

  func left(at hour: Int) -> Double { Double(max(0, lasted - (hour - (began ?? hour)))) }
}

/// What a plant's probe has taught of its soil, and the forecast that follows from it.
///
/// A forecast is the time that the way down to the limit took in earlier dry-downs, level by level, at the pace of the last days: a fit of an
/// exponential curve to the present one missed by five times as much as a ruler (see `Decisions/0056`).
package struct DryingRecord: Sendable, Hashable {
  /// A gap of more hours ends a dry-down: nobody knows what was in it.
  private static let gapMax: Int64 = 3
  /// A clock that was set back by more hours was wrong before.
  private static let setBackMax: Int64 = 48
  /// Water sinks and drains before the soil dries, hours.
  private static let settles: Int64 = 6
  /// The hours of a watering itself, whose means hold some of before.
  private static let soaks: Int64 = 2
  /// A dry-down that fell by fewer points taught nothing: the probe went to and fro over the limit.
  private static let fallMin = 10.0
  /// How much the pace of the last three days counts against that of earlier dry-downs, 0…1.
  private static let trustInLately = 0.7
  /// The pace of the last days counts as so many times the usual one at most, and as its part at least.
  private static let weather = 3.0
  /// Last ÷ first of an interval that is still of use.
  private static let widest = 10.0
  /// Nobody is told of more, hours.
  private static let longest = 60 * 24.0

  /// As of the last whole hour.
  package private(set) var forecast = DryForecast.unknown(.learning)
  private var hours = MoistureHours()
  private var pace = DryingPace()
  private var errors = ForecastErrors()
  var water = WaterJudge()
  /// As the probe showed it last; `nil`: it never did.
  private(set) var lastWater: Water?
  private(set) var ends = MoistureEnds()
  /// First hour of the present dry-down.
  private var began: Int64?
  /// Water began it.
  private var isWatered = false
  /// The highest mean since it began, percent.
  private var top = 0.0
  /// The limit of the forecasts that wait for their end; `nil`: it was reached, or there is none.
  private var awaited: Double?
  private var hour: Int64?
  private var sum = 0.0
  private var count = 0.0

  package init() {}

  /// The last whole hour that it has seen, as its end; `nil`: none.
  package var knownUntil: Timestamp? { hours.newest.map { Timestamp(seconds: ($0 + 1) * 3600) } }

  /// A value of the plant's moisture, percent. Costs next to nothing but at the end of an hour.
  ///
  /// - Parameters:
  ///   - limit: in force, percent; `nil`: there is none.
  ///   - lasts: and the others: see ``WaterJudge``.
  /// - Returns: the water that the value makes sure. Once for each.
  @discardableResult
  package mutating func take(
    _ value: Double, limit: Double?, at time: Timestamp, lasts: Int64 = 600, confirms: Double? = nil,
    isRun: Bool = false
  ) -> Water? {
    let water = water.take(value, at: time, lasts: lasts, confirms: confirms, isRun: isRun)
    if self.water.isGone { (lastWater, isWatered) = (nil, false) }
    let now = time.hour
    if let hour, hour != now {
      let passed = Double(now - hour)
      // A probe that reports on change has no mean of a day before.
      if passed >= 24, value < sum / count {
        pace.learn(from: sum / count, to: value, hours: passed, of: passed)
      }
      // A clock that was set back would have an hour twice.
      if hour < now { close(hour, limit) }
      sum = 0
      count = 0
    }
    hour = now
    sum += value
    count += 1
    return noted(water)
  }

  /// A rise that no reading has contradicted; see ``WaterJudge``.
  mutating func waterStands(at time: Timestamp, lasts: Int64) -> Water? {
    noted(water.stand(at: time, lasts: lasts))
  }

  private mutating func noted(_ water: Water?) -> Water? {
    guard let water else { return nil }
    forecast = .unknown(.soaking)
    lastWater = water
    return water
  }

  /// The least time that soil takes from one moisture down to another; `nil`: it was not seen drying yet.
  func soonest(from high: Double, downTo low: Double) -> Duration? {
    pace.fastest(from: high, downTo: low).map { .seconds(Int((high - low) / $0 * 3600)) }
  }

  /// A limit at the end of the scale is reached there.
  private static func isDry(_ value: Double, _ limit: Double) -> Bool {
    value < limit || value <= 0 && limit <= 0
  }

  /// By the last whole hour.
  private func isDue(_ limit: Double?) -> Bool {
    if let limit, let present = hours.present { Self.isDry(present, limit) } else { false }
  }

  /// What the history taught takes the place of what was seen since. Water is judged by readings alone: an hour's mean hides how far a probe
  /// flickers.
  package mutating func recall(_ learned: DryingRecord) {
    let water = water
    self = learned
    self.water = water
  }

  /// Another limit is in force. What was foretold for the old one does not come to pass.
  package mutating func limitMoved(to limit: Double?) {
    errors.forget()
    awaited = nil
    forecast = forecast(to: limit)
  }

  private mutating func close(_ hour: Int64, _ limit: Double?) {
    if let newest = hours.newest, hour <= newest {
      guard newest - hour > Self.setBackMax else { return }
      beginAnew()
    }
    let mean = sum / count
    let isGap = hours.newest.map { hour - $0 > Self.gapMax } ?? false
    if isGap || water.broke(in: hour) { beginAnew() }
    hours.append(mean, at: hour)
    let began = self.began ?? hour
    if self.began == nil {
      isWatered = water.isSoaking
      top = mean
    }
    top = max(top, mean)
    self.began = began
    if isWatered, hour - began == 2 * Self.settles { ends.takeDrained(mean) }
    if let day = hours.mean(daysAgo: 0) { ends.take(day) }
    if hour - began >= Self.settles + 24, let before = hours.mean(hoursAgo: 24) {
      pace.learn(from: before, to: mean)
    }
    if let limit { settle(hour, mean, limit) }
    forecast = forecast(to: limit)
  }

  private mutating func beginAnew() {
    hours.clear()
    errors.forget()
    began = nil
    awaited = nil
  }

  private mutating func settle(_ hour: Int64, _ mean: Double, _ limit: Double) {
    if awaited != limit { errors.forget() }
    guard !Self.isDry(mean, limit) else {
      let lasted = hour - (began ?? hour)
      let isWhole = lasted >= Self.settles + 24 && top - limit >= Self.fallMin
      if awaited == limit { errors.reached(at: hour, isWhole: isWhole) }
      awaited = nil
      return
    }
    awaited = limit
    if let left = left(limit) { errors.forecast(left, at: hour) }
  }

  /// Hours down to the limit, from the end of the last whole hour.
  private func left(_ limit: Double) -> Double? {
    guard let present = hours.present else { return nil }
    let lately = hours.pace
    guard let usual = pace.hours(from: present, downTo: limit) else {
      guard let lately, lately.pointsAnHour > 0 else { return nil }
      return min((present - limit) / lately.pointsAnHour, Self.longest)
    }
    guard let lately else { return min(usual, Self.longest) }
    var sum = 0.0
    var known = 0.0
    for ago in 0..<lately.hours {
      guard let mean = hours.mean(hoursAgo: ago), let pace = pace.pace(atMoisture: mean) else { continue }
      sum += pace
      known += 1
    }
    let ratio = min(max(lately.pointsAnHour * known / sum, 1 / Self.weather), Self.weather)
    let trust = Self.trustInLately * Double(lately.hours) / Double(MoistureHours.count)
    return min(usual / (1 - trust + trust * ratio), Self.longest)
  }

  private func forecast(to limit: Double?) -> DryForecast {
    guard let limit, let since = knownUntil else {
      return .unknown(.learning)
    }
    guard !isDue(limit) else { return .dry(earliest: since, likely: since, latest: since) }
    if isWatered, let began, let newest = hours.newest, newest - began < Self.soaks {
      return .unknown(.soaking)
    }
    guard errors.dryDowns > 0, let left = left(limit) else { return .unknown(.learning) }
    guard left < Self.longest, hours.pace.map({ $0.pointsAnHour > 0 }) ?? true else {
      return .unknown(.steady)
    }
    let interval = errors.interval(of: left)
    guard interval.upperBound <= Self.widest * max(interval.lowerBound, 1) else { return .unknown(.wide) }
    func moment(_ hours: Double) -> Timestamp { since + .minutes(Int((hours * 60).rounded())) }
    // It is not dry yet: the next whole hour is the first that can tell otherwise.
    let likely = max(1, min(max(left, interval.lowerBound), interval.upperBound))
    return .dry(
      earliest: moment(interval.lowerBound), likely: moment(likely),
      latest: moment(max(likely, interval.upperBound)))
  }
}

extension Timestamp {
  /// Hours since 1970.
  fileprivate var hour: Int64 { seconds / 3600 }
}

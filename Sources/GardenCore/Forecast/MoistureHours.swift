/// The last three days of a plant's moisture, by the hour.
///
/// Differences are taken over whole days: the daily swing of a probe with the temperature is often larger than what the soil loses in a day.
struct MoistureHours: Sendable, Hashable {
  static let count = 72

  /// Means, percent, by hour modulo ``count``; not finite: nothing was measured then. Empty before the first.
  private var means: [Float] = []
  /// Hours since 1970 (UTC); `nil`: there is none yet.
  private(set) var newest: Int64?
  /// The mean of the newest hour, as exact as the limit that it is compared with.
  private(set) var present: Double?

  /// Hours must rise; what lies between is a gap.
  mutating func append(_ mean: Double, at hour: Int64) {
    if let newest, hour - newest < Int64(Self.count) {
      var gap = newest + 1
      while gap < hour {
        self[gap] = -.infinity
        gap += 1
      }
    } else {
      clear()
    }
    self[hour] = Float(mean)
    newest = hour
    present = mean
  }

  mutating func clear() {
    for i in means.indices { means[i] = -.infinity }
    newest = nil
    present = nil
  }

  /// Of that many hours ago; `nil`: a gap, or longer ago than is kept.
  func mean(hoursAgo ago: Int) -> Double? {
    guard let newest, ago < Self.count else { return nil }
    let mean = self[newest - Int64(ago)]
    return mean.isFinite ? Double(mean) : nil
  }

  /// The lowest of the last so many hours.
  func lowest(ofHours count: Int) -> Double? {
    var lowest: Double?
    for ago in 0..<count {
      if let mean = mean(hoursAgo: ago) { lowest = min(lowest ?? mean, mean) }
    }
    return lowest
  }

  /// The mean of a whole day, which began that many days ago; `nil`: more than a quarter of it is missing.
  func mean(daysAgo: Int) -> Double? {
    var sum = 0.0
    var known = 0.0
    for ago in daysAgo * 24..<(daysAgo + 1) * 24 {
      guard let mean = mean(hoursAgo: ago) else { continue }
      sum += mean
      known += 1
    }
    return known < 18 ? nil : sum / known
  }

  /// How fast the soil has dried of late, percent points an hour, and over how many hours that was seen; negative where it got wetter.
  var pace: (pointsAnHour: Double, hours: Int)? {
    guard let today = mean(daysAgo: 0), let yesterday = mean(daysAgo: 1) else { return nil }
    guard let before = mean(daysAgo: 2) else { return ((yesterday - today) / 24, 48) }
    return ((before - today) / 48, 72)
  }

  private subscript(_ hour: Int64) -> Float {
    get { means.isEmpty ? -.infinity : means[Self.place(hour)] }
    set {
      if means.isEmpty { means = [Float](repeating: -.infinity, count: Self.count) }
      means[Self.place(hour)] = newValue
    }
  }

  private static func place(_ hour: Int64) -> Int {
    let count = Int64(count)
    return Int((hour % count + count) % count)
  }
}

/// How fast a plant's soil dries at which moisture, as earlier dry-downs have shown it. Younger ones count more.
struct DryingPace: Sendable, Hashable {
  /// Percent points that one level spans.
  private static let span = 5.0
  private static let count = 20
  /// The share of what is known of a level that each new hour in it takes the place of: half is forgotten after 138 hours.
  private static let forgets = 0.005
  /// What is seen for less long says nothing of a level, hours.
  private static let hoursMin = 2.0
  /// Slower than this nothing dries, points an hour: what took longer than half a year is never forecast.
  private static let slowest = 0.003

  /// By level: hours that were spent there, and points that were lost meanwhile. Empty before the first.
  private var hours: [Float] = []
  private var points: [Float] = []

  private static func level(of moisture: Double) -> Int { min(max(Int(moisture / span), 0), count - 1) }

  /// One hour, or so many, of a time in which the moisture went from `start` to `end`; it belongs to the levels in between.
  mutating func learn(from start: Double, to end: Double, hours: Double = 1, of all: Double = 24) {
    let (low, high) = (min(start, end), max(start, end))
    guard high - low > 0.01 else { return learn(Self.level(of: start), hours: hours, points: 0) }
    for level in Self.level(of: low)...Self.level(of: high) {
      let share = Self.overlap(level, low, high) / (high - low)
      if share > 0 { learn(level, hours: hours * share, points: hours * share * (start - end) / all) }
    }
  }

  private mutating func learn(_ level: Int, hours new: Double, points lost: Double) {
    if hours.isEmpty {
      hours = [Float](repeating: 0, count: Self.count)
      points = hours
    }
    let keeps = Float(max(0, 1 - Self.forgets * new))
    hours[level] = hours[level] * keeps + Float(new)
    points[level] = points[level] * keeps + Float(lost)
  }

  private static func overlap(_ level: Int, _ low: Double, _ high: Double) -> Double {
    // What lies beyond the scale belongs to its ends.
    let from = level == 0 ? -Double.infinity : Double(level) * span
    let to = level == count - 1 ? Double.infinity : Double(level + 1) * span
    return max(0, min(high, to) - max(low, from))
  }

  /// Points an hour at that level, or at the nearest one that is known; `nil`: none is.
  private func pace(at level: Int) -> Double? {
    for distance in 0..<Self.count {
      if let pace = known(level - distance) ?? known(level + distance) { return pace }
    }
    return nil
  }

  private func known(_ level: Int) -> Double? {
    guard hours.indices.contains(level), Double(hours[level]) >= Self.hoursMin, points[level] > 0 else {
      return nil
    }
    return max(Double(points[level]) / Double(hours[level]), Self.slowest)
  }

  /// Points an hour, at the level of that way where it dried fastest, or at the nearest one that is known.
  func fastest(from high: Double, downTo low: Double) -> Double? {
    guard low < high else { return nil }
    let way = Self.level(of: low)...Self.level(of: high)
    return way.compactMap { known($0) }.max() ?? pace(at: Self.level(of: high))
  }

  /// Points an hour at that moisture.
  func pace(atMoisture moisture: Double) -> Double? { pace(at: Self.level(of: moisture)) }

  /// Hours from one moisture down to a lower one.
  func hours(from high: Double, downTo low: Double) -> Double? {
    guard low < high else { return 0 }
    var sum = 0.0
    for level in Self.level(of: low)...Self.level(of: high) {
      guard let pace = pace(at: level) else { return nil }
      sum += Self.overlap(level, low, high) / pace
    }
    return sum
  }
}

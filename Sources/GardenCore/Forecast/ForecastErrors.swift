/// How far off a plant's earlier forecasts were: the width of the next one comes from nothing else.
struct ForecastErrors: Sendable, Hashable {
  /// Errors that are kept; the oldest go first.
  private static let count = 48
  /// Of one dry-down no more: its forecasts err alike.
  private static let ofOneDryDown = 10
  /// Forecasts of the present dry-down; of a longer one every second is dropped.
  private static let pendingMax = 40
  /// Hours that a forecast may miss whatever it says: the last hours of a dry-down are no shorter for being few.
  private static let least = 2.0
  /// What is thought of an unknown plant, in parts of the forecast; it counts until as many of its own are known. Dry-downs of other plants
  /// end later than was thought more often than earlier.
  private static let presumed: [Float] = [-0.7, -0.45, -0.3, -0.15, 0, 0.2, 0.45, 0.8, 1.2]

  private struct Forecast: Hashable {
    /// Since 1970.
    var hour: Int32
    /// That it said were left.
    var left: Float
  }

  private var errors: [Float] = []
  private var pending: [Forecast] = []
  /// Hours between two forecasts that are kept.
  private var pause: Int64 = 6
  /// Dry-downs that were seen whole: down to their limit, and for long enough to teach.
  private(set) var dryDowns = 0

  mutating func forecast(_ left: Double, at hour: Int64) {
    if let last = pending.last, hour - Int64(last.hour) < pause { return }
    if pending.count == Self.pendingMax {
      pending = pending.enumerated().compactMap { $0.offset.isMultiple(of: 2) ? $0.element : nil }
      pause *= 2
    }
    pending.append(Forecast(hour: Int32(clamping: hour), left: Float(left)))
  }

  /// The limit is reached: now it is known how long each forecast had to go.
  mutating func reached(at hour: Int64, isWhole: Bool) {
    let count = min(pending.count, Self.ofOneDryDown)
    for i in 0..<count {
      let forecast = pending[count == 1 ? 0 : i * (pending.count - 1) / (count - 1)]
      let took = Float(hour - Int64(forecast.hour))
      errors.append((took - forecast.left) / (forecast.left + Float(Self.least)))
    }
    if errors.count > Self.count { errors.removeFirst(errors.count - Self.count) }
    if isWhole { dryDowns += 1 }
    forget()
  }

  /// The dry-down ended otherwise: nothing is learned of it.
  mutating func forget() {
    pending.removeAll(keepingCapacity: true)
    pause = 6
  }

  /// Four of five times the limit is reached between these, if the plant goes on as it did.
  func interval(of hours: Double) -> ClosedRange<Double> {
    let known = (errors.count < Self.count ? errors + Self.presumed : errors).sorted()
    func after(_ share: Double) -> Double {
      max(0, hours + Self.quantile(share, known) * (hours + Self.least))
    }
    let earliest = after(0.1)
    return earliest...max(earliest, after(0.9))
  }

  /// As of one more than there are: a few errors never show the worst.
  private static func quantile(_ share: Double, _ sorted: [Float]) -> Double {
    let place = min(max(share * Double(sorted.count + 1) - 1, 0), Double(sorted.count - 1))
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return Double(sorted[below]) + (place - Double(below)) * Double(sorted[above] - sorted[below])
  }
}

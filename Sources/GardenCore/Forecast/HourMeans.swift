/// A probe's means of the last sixteen hours.
struct HourMeans: Sendable, Hashable {
  private static let count: Int32 = 16

  /// Hundredths of points, by hour modulo ``count``; the highest: none.
  private var means = SIMD16<Int16>(repeating: .max)
  /// -1: none.
  private(set) var newest: Int32 = -1

  /// The newest, or the lower one of the last two hours. `nil`: it is older than that.
  func lately(before hour: Int32, within reach: Int32) -> Float? {
    guard newest >= 0, hour > newest, hour - newest < reach else { return nil }
    let last = means[Self.place(newest)]
    return Float(hour - newest == 1 ? min(last, means[Self.place(newest - 1)]) : last) / 100
  }

  /// Hours must rise; what lies between is a gap.
  ///
  /// - Returns: the newest of before, and the lowest; `nil`: they are older than that.
  mutating func append(_ mean: Float, at hour: Int32, within reach: Int32) -> (last: Float, lowest: Float)? {
    let last = newest >= 0 && hour - newest < reach ? means[Self.place(newest)] : .max
    let isNear = last != .max && hour - newest < Self.count
    if isNear {
      for gap in newest + 1...hour { means[Self.place(gap)] = .max }
    } else {
      clear()
    }
    let lowest = isNear ? means.min() : last
    means[Self.place(hour)] = hundredths(mean)
    newest = hour
    return lowest == .max ? nil : (Float(last) / 100, Float(lowest) / 100)
  }

  mutating func keepNewest() {
    let mean = means[Self.place(newest)]
    clear()
    means[Self.place(newest)] = mean
  }

  mutating func clear() { means = SIMD16(repeating: .max) }

  private static func place(_ hour: Int32) -> Int { Int(hour & (count - 1)) }
}
